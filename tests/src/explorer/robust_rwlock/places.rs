//! Places in the code, by number; and which of them are one.

use std::collections::HashMap;
use std::hash::{DefaultHasher, Hash, Hasher};

use fusyn_core::sync::Ordering;

use super::program::Visit;
use super::replay::{Ask, Code, Place, next_of};

/// A place in the code: what comes next there, and how it was reached.
#[derive(Debug)]
struct Node {
    next: Ask,
    tid: u32,
    visit: Visit,
    /// Inside or out, and what was done since the last milestone.
    way: Way,
    /// Results that lead here. All but the first are kept for comparison.
    results: Vec<Vec<u64>>,
    /// Results of the operation that were seen, and where they led.
    after: Vec<(u64, u32)>,
}

/// What of the way to a place is part of it.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
struct Way {
    /// 0 outside, 1 inside, 2 inside and told of a death, 3 on the way out.
    inside: u8,
    /// The gate was put into the list.
    holds: bool,
    /// Hash of the operations, without their results, since the last milestone.
    done: u64,
}

impl Way {
    /// After an operation.
    fn after(self, ask: Ask) -> Way {
        let inside = match ask {
            Ask::Enter { told, .. } => 1 + u8::from(told),
            Ask::Leave => 3,
            _ => self.inside,
        };
        let is_nothing = match ask {
            Ask::Exchange(..) => true,
            Ask::Load(..) => !is_look(ask),
            Ask::And(word, ..) | Ask::LockPi(word, _) | Ask::TryLockPi(word) => {
                usize::from(word) == Place::GATE
            }
            _ => false,
        };
        if is_nothing {
            return Way { inside, ..self };
        }
        let holds = ask == Ask::Link || self.holds && ask != Ask::Unlink;
        let mut hasher = DefaultHasher::new();
        (if is_milestone(ask) { 0 } else { self.done }, format!("{ask:?}")).hash(&mut hasher);
        Way { inside, holds, done: hasher.finish() }
    }
}

/// Operations before which the code forgets how it came there.
fn is_milestone(ask: Ask) -> bool {
    match ask {
        Ask::Enter { .. } | Ask::Leave | Ask::Announce => true,
        Ask::Or(word, ..) => usize::from(word) == Place::STATE,
        _ => false,
    }
}

/// The look of the gate's owner at a slot.
fn is_look(ask: Ask) -> bool {
    matches!(ask, Ask::Load(word, Ordering::SeqCst) if usize::from(word) < Place::GATE)
}

/// Operations before which it knows no more than what it has done since the last milestone; of a look at a slot, and the
/// result before.
fn is_known_by_its_way(ask: Ask) -> bool {
    match ask {
        Ask::Exchange(_, 0, ..) => true,
        Ask::Load(word, Ordering::Acquire) => usize::from(word) == Place::STATE,
        _ => is_look(ask),
    }
}

/// What makes two ways to an operation one place.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
struct Key {
    tid: u32,
    visit: Visit,
    way: Way,
    next: u64,
    last: u64,
}

/// All places that were found, numbered from 1; 0 is idle.
#[derive(Debug)]
pub struct Places {
    code: Code,
    nodes: Vec<Node>,
    begins: HashMap<(u32, Visit), u32>,
    merged: HashMap<Key, u32>,
}

/// A visit that asks for more than this goes on for ever.
const LONGEST: usize = 200;
/// Ways to one place that are compared.
const COMPARED: usize = 4;

impl Places {
    /// In this code.
    pub fn new(code: Code) -> Places {
        let (begins, merged) = Default::default();
        Places { code, nodes: Vec::new(), begins, merged }
    }

    /// What comes next at a place.
    pub fn next(&self, place: u32) -> Ask {
        place.checked_sub(1).map_or(Ask::Idle, |i| self.nodes[i as usize].next)
    }

    /// Where a visit begins.
    pub fn begin(&mut self, tid: u32, visit: Visit) -> u32 {
        if let Some(&place) = self.begins.get(&(tid, visit)) {
            return place;
        }
        let next = next_of(self.code, tid, visit, Vec::new());
        let place = self.add(Node {
            next,
            tid,
            visit,
            way: Way::default(),
            results: vec![Vec::new()],
            after: Vec::new(),
        });
        self.begins.insert((tid, visit), place);
        place
    }

    /// Where the operation of a place leads to, with this result; idle if the visit is over, none if it never
    /// ends.
    ///
    /// # Panics
    /// If ways that were taken for one differ in what comes next.
    pub fn after(&mut self, place: u32, result: u64) -> Option<u32> {
        let node = &self.nodes[place as usize - 1];
        if let Some(&(_, next)) = node.after.iter().find(|(known, _)| *known == result) {
            return Some(next);
        }
        let (tid, visit, way) = (node.tid, node.visit, node.way.after(node.next));
        let results: Vec<Vec<u64>> = node.results.iter().map(|before| extended(before, result)).collect();
        if results[0].len() > LONGEST {
            return None;
        }
        let mut asks = results.iter().map(|results| next_of(self.code, tid, visit, results.clone()));
        let next = asks.next()?;
        assert!(
            asks.all(|other| other == next),
            "ways to one place differ after {:?}: {results:?}",
            node.next
        );
        let found = self.add(Node { next, tid, visit, way, results, after: Vec::new() });
        self.nodes[place as usize - 1].after.push((result, found));
        Some(found)
    }

    /// One more way to a place: it must lead on as those before do.
    fn adopt(&mut self, place: u32, way: Vec<u64>) {
        let node = &mut self.nodes[place as usize - 1];
        if node.results.len() >= COMPARED || node.results.contains(&way) {
            return;
        }
        let (tid, visit, asked) = (node.tid, node.visit, node.next);
        node.results.push(way.clone());
        for (result, next) in node.after.clone() {
            let way = extended(&way, result);
            let ask = next_of(self.code, tid, visit, way.clone());
            assert!(ask == self.next(next), "ways to one place differ after {asked:?}: {ask:?} by {way:?}");
            if next != 0 {
                self.adopt(next, way);
            }
        }
    }

    fn add(&mut self, node: Node) -> u32 {
        if node.next == Ask::Idle {
            return 0;
        }
        let is_milestone = is_milestone(node.next);
        if !is_milestone && !is_known_by_its_way(node.next) {
            self.nodes.push(node);
            return self.nodes.len() as u32;
        }
        let mut hasher = DefaultHasher::new();
        format!("{:?}", node.next).hash(&mut hasher);
        let key = Key {
            tid: node.tid,
            visit: node.visit,
            way: if is_milestone { Way { done: 0, ..node.way } } else { node.way },
            next: hasher.finish(),
            last: if is_look(node.next) { node.results[0].last().copied().unwrap_or(0) } else { 0 },
        };
        if let Some(&known) = self.merged.get(&key) {
            node.results.into_iter().for_each(|way| self.adopt(known, way));
            return known;
        }
        self.nodes.push(node);
        let place = self.nodes.len() as u32;
        self.merged.insert(key, place);
        place
    }
}

fn extended(way: &[u64], result: u64) -> Vec<u64> {
    way.iter().copied().chain([result]).collect()
}
