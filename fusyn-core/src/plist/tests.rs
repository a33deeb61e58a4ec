//! The list against a naive sorted model: random operations, and after each one a check of every link.

use proptest::collection::vec;
use proptest::prelude::{Just, ProptestConfig, Strategy, any, prop_oneof, proptest};

use super::{Links, PNode, insert, is_alone, lowest_leader, next, remove, start};
use crate::limit::within;
use crate::prio::Prio;
use core::ptr::null_mut;

/// One step. Indices are taken modulo what is there.
#[derive(Clone, Copy, Debug)]
enum Op {
    /// A new node, behind its equals.
    Insert(Prio),
    /// A node that was taken out comes back with the ticket it had.
    Return(usize),
    /// The top leaves.
    Pop,
    /// Any node leaves.
    Remove(usize),
    /// Any node gets another priority; keeps its ticket or draws a new one.
    Resort(usize, Prio, bool),
}

/// Few levels, so that both many equals and many levels occur.
fn prio() -> impl Strategy<Value = Prio> {
    prop_oneof![
        3 => Just(Prio::NORMAL),
        1 => Just(Prio::HOLDER),
        4 => (1..=4).prop_map(|p| Prio::real_time(p * 20)),
        1 => Just(Prio::DEADLINE),
    ]
}

fn op() -> impl Strategy<Value = Op> {
    prop_oneof![
        6 => prio().prop_map(Op::Insert),
        2 => any::<usize>().prop_map(Op::Return),
        2 => Just(Op::Pop),
        2 => any::<usize>().prop_map(Op::Remove),
        2 => (any::<usize>(), prio(), any::<bool>()).prop_map(|(i, p, keep)| Op::Resort(i, p, keep)),
    ]
}

/// A list and what it must look like.
struct Checked {
    top: *mut PNode,
    /// In queue order.
    model: Vec<*mut PNode>,
    /// Taken out, with their tickets.
    out: Vec<*mut PNode>,
    tickets: u64,
}

impl Checked {
    fn new() -> Checked {
        Checked { top: null_mut(), model: Vec::new(), out: Vec::new(), tickets: 0 }
    }

    fn apply(&mut self, op: Op) {
        let length = self.model.len();
        match op {
            Op::Insert(prio) => {
                let node = Box::into_raw(Box::new(PNode::new(prio)));
                self.draw_ticket(node);
                self.insert(node);
            }
            Op::Return(i) if !self.out.is_empty() => {
                let node = self.out.swap_remove(i % self.out.len());
                self.insert(node);
            }
            Op::Pop if length > 0 => self.remove(0),
            Op::Remove(i) if length > 0 => self.remove(i % length),
            Op::Resort(i, prio, keep) if length > 0 => self.resort(i % length, prio, keep),
            _ => {}
        }
        self.check();
    }

    fn draw_ticket(&mut self, node: *mut PNode) {
        self.tickets += 1;
        // SAFETY: one of our own nodes, in no list.
        unsafe { (*node).ticket = self.tickets };
    }

    fn insert(&mut self, node: *mut PNode) {
        // SAFETY: all nodes live until `self` is dropped; `node` is in no list.
        unsafe {
            if self.top.is_null() {
                start(node);
                self.top = node;
            } else {
                self.top = insert(self.top, node);
            }
        }
        self.model.push(node);
        self.model.sort_by(|a, b| (prio_of(*b), ticket_of(*a)).cmp(&(prio_of(*a), ticket_of(*b))));
    }

    fn remove(&mut self, index: usize) {
        let node = self.model.remove(index);
        let successor = self.model.get(index).or(self.model.first()).copied().unwrap_or(null_mut());
        // SAFETY: all nodes live until `self` is dropped; `node` is in the list.
        let returned = unsafe { remove(node) };
        assert_eq!(returned, successor, "the successor, or the top after the last, or null");
        if index == 0 {
            self.top = returned;
        }
        assert!(is_unlinked(node));
        self.out.push(node);
    }

    fn resort(&mut self, index: usize, prio: Prio, keep_ticket: bool) {
        self.remove(index);
        let node = self.out.pop().expect("just removed");
        // SAFETY: one of our own nodes, in no list.
        unsafe { (*node).prio = prio };
        if !keep_ticket {
            self.draw_ticket(node);
        }
        self.insert(node);
    }

    /// Every link of every node, in and out of the list.
    fn check(&self) {
        assert!(self.out.iter().all(|node| is_unlinked(*node)), "a removed node is linked");
        assert_eq!(self.top, self.model.first().copied().unwrap_or(null_mut()), "the top");
        if self.model.is_empty() {
            return;
        }
        self.check_order();
        check_ring(&self.model, |node| links(node).0);
        let is_first = |i: &usize| *i == 0 || prio_of(self.model[i - 1]) != prio_of(self.model[*i]);
        let leaders: Vec<_> = (0..self.model.len()).filter(is_first).map(|i| self.model[i]).collect();
        check_ring(&leaders, |node| links(node).1);
        for node in &self.model {
            let leads = leaders.contains(node);
            // SAFETY: a live node.
            assert_eq!(unsafe { (**node).is_leader() }, leads);
            assert!(leads || is_none(links(*node).1), "a follower is on the leaders' ring");
        }
        // SAFETY: a valid list.
        unsafe {
            assert_eq!(lowest_leader(self.top), leaders[leaders.len() - 1]);
            assert_eq!(is_alone(self.top), self.model.len() == 1);
        }
    }

    /// Higher priority first, and the older ticket among equals; said without the model's own sort.
    fn check_order(&self) {
        for pair in self.model.windows(2) {
            let (a, b) = (pair[0], pair[1]);
            let in_order = prio_of(a).is_higher_than(prio_of(b))
                || (prio_of(a) == prio_of(b) && ticket_of(a) < ticket_of(b));
            assert!(in_order);
        }
    }
}

impl Drop for Checked {
    fn drop(&mut self) {
        for node in self.model.iter().chain(&self.out) {
            // SAFETY: made by `Box::into_raw`, and listed once.
            drop(unsafe { Box::from_raw(*node) });
        }
    }
}

fn prio_of(node: *mut PNode) -> Prio {
    // SAFETY: the tests' nodes live as long as their list.
    unsafe { (*node).prio }
}

fn ticket_of(node: *mut PNode) -> u64 {
    // SAFETY: as `prio_of`.
    unsafe { (*node).ticket }
}

/// The links on the ring of all nodes, and on that of leaders.
fn links(node: *mut PNode) -> (Links, Links) {
    // SAFETY: as `prio_of`.
    unsafe { ((*node).all, (*node).level) }
}

fn is_none(links: Links) -> bool {
    links.prev.is_null() && links.next.is_null()
}

fn is_unlinked(node: *mut PNode) -> bool {
    let (all, level) = links(node);
    is_none(all) && is_none(level)
}

/// `ring` must be closed in both directions, in this order.
fn check_ring(ring: &[*mut PNode], links: impl Fn(*mut PNode) -> Links) {
    for (i, node) in ring.iter().enumerate() {
        let after = ring[(i + 1) % ring.len()];
        assert_eq!(links(*node).next, after, "next of {i} of {}", ring.len());
        assert_eq!(links(after).prev, *node, "prev behind {i} of {}", ring.len());
    }
}

fn run(ops: &[Op]) {
    let mut list = Checked::new();
    for op in ops {
        list.apply(*op);
    }
}

/// Fixed seed files would be written beside the source; the failing steps are printed instead.
fn config(cases: u32) -> ProptestConfig {
    ProptestConfig { cases, failure_persistence: None, ..ProptestConfig::default() }
}

#[test]
fn list_equals_the_sorted_model_after_every_step() {
    within(60, || {
        proptest!(config(150), |(ops in vec(op(), 1..150))| run(&ops));
    });
}

#[test]
fn many_equals_on_few_levels_keep_their_order() {
    let two = prop_oneof![Just(Prio::NORMAL), Just(Prio::real_time(1))];
    let few = prop_oneof![
        4 => two.prop_map(Op::Insert),
        2 => Just(Op::Pop),
        1 => any::<usize>().prop_map(Op::Remove),
        1 => any::<usize>().prop_map(Op::Return),
    ];
    within(60, || {
        proptest!(config(80), |(ops in vec(few, 1..200))| run(&ops));
    });
}

#[test]
fn every_priority_of_its_own_sorts_by_priority() {
    let all = vec((1..=99).prop_map(|p| Op::Insert(Prio::real_time(p))), 1..120);
    within(60, || {
        proptest!(config(40), |(ops in all)| run(&ops));
    });
}

fn list_of(prios: &[Prio]) -> Checked {
    let mut list = Checked::new();
    for prio in prios {
        list.apply(Op::Insert(*prio));
    }
    list
}

#[test]
fn popped_in_priority_order_and_fifo_among_equals() {
    within(20, || {
        let (low, high) = (Prio::real_time(10), Prio::real_time(20));
        let mut list = list_of(&[low, Prio::NORMAL, high, low, high, Prio::NORMAL]);
        let mut order = Vec::new();
        while !list.top.is_null() {
            order.push((prio_of(list.top), ticket_of(list.top)));
            list.apply(Op::Pop);
        }
        let normal = Prio::NORMAL;
        assert_eq!(order, [(high, 3), (high, 5), (low, 1), (low, 4), (normal, 2), (normal, 6)]);
    });
}

#[test]
fn returning_node_takes_its_old_place_among_its_equals() {
    within(20, || {
        for place in 0..4 {
            let mut list = list_of(&[Prio::NORMAL; 4]);
            list.apply(Op::Remove(place));
            list.apply(Op::Return(0));
            let tickets: Vec<u64> = list.model.iter().map(|node| ticket_of(*node)).collect();
            assert_eq!(tickets, [1, 2, 3, 4], "place {place}");
            assert_eq!(ticket_of(list.top), 1);
        }
    });
}

#[test]
fn lowered_leader_leaves_its_level_to_the_next_in_line() {
    within(20, || {
        let (low, high) = (Prio::real_time(10), Prio::real_time(20));
        let mut list = list_of(&[high, high, low]);
        list.apply(Op::Resort(0, low, false));
        assert_eq!(ticket_of(list.top), 2);
        list.apply(Op::Resort(0, Prio::NORMAL, true));
        assert_eq!((prio_of(list.top), ticket_of(list.top)), (low, 3));
        // SAFETY: a valid list.
        assert_eq!(unsafe { (*lowest_leader(list.top)).prio }, Prio::NORMAL);
    });
}

#[test]
fn walk_by_next_visits_everybody_once() {
    within(20, || {
        let list = list_of(&[Prio::NORMAL, Prio::DEADLINE, Prio::NORMAL, Prio::real_time(5)]);
        let (mut node, mut seen) = (list.top, Vec::new());
        loop {
            seen.push(node);
            // SAFETY: a member of a valid list.
            node = unsafe { next(node) };
            if node == list.top {
                break;
            }
        }
        assert_eq!(seen, list.model);
    });
}

/// Runs `step` on the list `[80] [40 x 50] [0]` in which the inner members of the level of 40 lead to
/// nowhere: a step whose cost grew with the number of equals would fall over them.
fn without_the_inner_followers(step: impl FnOnce(&mut Checked)) {
    let mut list = list_of(&[Prio::real_time(80)]);
    for _ in 0..50 {
        list.apply(Op::Insert(Prio::real_time(40)));
    }
    list.apply(Op::Insert(Prio::NORMAL));
    let inner: Vec<_> = list.model[3..50].to_vec();
    let kept: Vec<_> = inner.iter().map(|node| links(*node)).collect();
    let nowhere = Links { prev: core::ptr::dangling_mut(), next: core::ptr::dangling_mut() };
    for node in &inner {
        // SAFETY: a live node.
        unsafe { (**node).all = nowhere };
    }
    step(&mut list);
    for (node, (all, _)) in inner.iter().zip(kept) {
        // SAFETY: a live node.
        unsafe { (**node).all = all };
    }
    list.check();
}

fn insert_new(list: &mut Checked, prio: Prio) {
    let node = Box::into_raw(Box::new(PNode::new(prio)));
    list.draw_ticket(node);
    list.insert(node);
}

#[test]
fn cost_does_not_grow_with_the_number_of_equals() {
    within(20, || {
        without_the_inner_followers(|list| insert_new(list, Prio::DEADLINE));
        without_the_inner_followers(|list| insert_new(list, Prio::real_time(60)));
        without_the_inner_followers(|list| insert_new(list, Prio::real_time(40)));
        without_the_inner_followers(|list| insert_new(list, Prio::real_time(20)));
        without_the_inner_followers(|list| insert_new(list, Prio::NORMAL));
        without_the_inner_followers(|list| list.remove(0));
        without_the_inner_followers(|list| list.remove(1));
        without_the_inner_followers(|list| list.remove(51));
        without_the_inner_followers(|list| list.resort(1, Prio::real_time(40), true));
    });
}

/// Most waiters are of the lowest priority present, and are not made to walk the levels above.
#[test]
fn insertion_at_the_lowest_level_walks_no_levels() {
    within(20, || {
        let mut list = list_of(&[80, 60, 40].map(Prio::real_time));
        list.apply(Op::Insert(Prio::NORMAL));
        let (_, kept) = links(list.model[1]);
        let nowhere = Links { prev: core::ptr::dangling_mut(), next: core::ptr::dangling_mut() };
        // SAFETY: a live node.
        unsafe { (*list.model[1]).level = nowhere };
        insert_new(&mut list, Prio::NORMAL);
        // SAFETY: a live node.
        unsafe { (*list.model[1]).level = kept };
        list.check();
    });
}
