//! str03, the benchmarks and the help, as a user meets them.

use std::process::Stdio;
use std::time::{Duration, Instant};

use crate::common::{Dir, fusyn, limited, output, parts, run, skip};
use serde_json::Value;

#[test]
fn help_teaches_examples_and_environment() {
    let (code, out, _) = run(&["--help"]);
    assert_eq!(code, Some(0));
    for word in ["fusyn run -- ", "fusyn str03", "fusyn bench", "FUSYN_BACKEND", "FUSYN_LIB", "Exit status"] {
        assert!(out.contains(word), "{word} is missing in:\n{out}");
    }
    assert!(!out.contains("-job"), "the jobs are not for users:\n{out}");
}

#[test]
fn help_of_run_has_the_default_of_each_option() {
    let (code, out, _) = run(&["run", "--help"]);
    assert_eq!(code, Some(0));
    let options: Vec<&str> =
        out.split("\n\n").filter(|part| part.contains("  --") || part.contains(", --verbose")).collect();
    assert!(options.len() >= 7, "{out}");
    for option in options {
        assert!(option.contains("[default: "), "no default:\n{option}");
    }
}

#[test]
fn help_of_a_group_has_what_the_group_takes() {
    let of_cases = ["--filter"];
    let of_the_chat = ["--rooms", "--users", "--messages", "--sockets", "--java"];
    for (group, takes, leaves) in [
        ("mutex", &of_cases[..], &of_the_chat[..]),
        ("rwlock", &of_cases, &of_the_chat),
        ("cond", &of_cases, &of_the_chat),
        ("sem", &of_cases, &of_the_chat),
        ("chat", &of_the_chat, &of_cases),
    ] {
        let (code, out, _) = run(&["bench", group, "--help"]);
        assert_eq!(code, Some(0));
        for option in takes.iter().chain(&["--runs", "--quick", "--backend", "--json", "--lib"]) {
            assert!(out.contains(option), "{option} is missing in:\n{out}");
        }
        for option in leaves {
            assert!(!out.contains(option), "{group} does not take {option}:\n{out}");
            let (code, _, err) = run(&["bench", group, option]);
            assert_eq!(code, Some(2), "{err}");
            assert!(err.contains(&format!("`fusyn bench {group} --help`")), "{err}");
        }
    }
}

#[test]
fn wrong_usage_is_2() {
    for args in [
        &[][..],
        &["run"],
        &["run", "--backend", "quick", "--", "true"],
        &["run", "--back", "kernel", "true"],
        &["run", "-x", "true"],
        &["str03", "-b", "0"],
        &["bench", "barriers"],
        &["bench", "mutex", "--runs", "0"],
        &["bench", "mutex", "--rooms", "3"],
        &["bench", "chat", "--filter", "x"],
    ] {
        let (code, _, err) = run(args);
        assert_eq!(code, Some(2), "{args:?}: {err}");
    }
}

#[test]
fn str03_in_the_plain_environment_gives_table_and_json() {
    let dir = Dir::new("str03");
    let (json, svg) = (dir.file("t.json"), dir.file("t.svg"));
    let args = ["str03", "-b", "2", "-d", "2", "--runs", "3", "--env", "plain"];
    let files = ["--json", json.to_str().unwrap(), "--svg", svg.to_str().unwrap()];
    let (code, out, err) = run(&[&args[..], &files].concat());
    assert_eq!((code, err.as_str()), (Some(0), ""));
    assert!(out.starts_with("str03 -b 2 -d 2: 7 threads; sum 21 right in all 6 runs\n"), "{out}");
    for line in ["plain ", "plain again"] {
        assert!(out.lines().any(|l| l.starts_with(line)), "{out}");
    }
    let figures: Value = serde_json::from_str(&std::fs::read_to_string(json).unwrap()).unwrap();
    assert_eq!((&figures["threads"], &figures["sum"]), (&7.into(), &21.into()));
    let plain = &figures["environments"][0];
    assert_eq!(plain["median_of_pair_ratios"], 1.0);
    assert_eq!(plain["seconds_2004"], 0.97);
    let seconds = plain["seconds"].as_array().unwrap();
    assert_eq!(seconds.len(), 3);
    assert!(seconds.iter().all(|s| s.as_f64().unwrap() > 0.0));
    assert!(std::fs::read_to_string(svg).unwrap().starts_with("<svg "));
}

#[test]
fn str03_shapes_at_the_edges_end() {
    for (tree, head) in
        [("-b1", "str03 -b 1 -d 5: 6 threads; sum 15 "), ("-d1", "str03 -b 5 -d 1: 6 threads; sum 15 ")]
    {
        let (code, out, err) = run(&["str03", tree, "--runs", "1", "--env", "plain"]);
        assert_eq!(code, Some(0), "{err}");
        assert!(out.starts_with(head), "{out}");
    }
}

#[test]
fn str03_out_of_time_is_told() {
    let (code, _, err) = run(&["str03", "--runs", "1", "--env", "plain", "--timeout", "1ms"]);
    assert_eq!(code, Some(1), "{err}");
    assert!(err.contains("timed out"), "{err}");
}

#[test]
fn str03_tells_of_a_limit_and_how_to_raise_it() {
    let (code, _, err) = parts(&output(limited("ulimit -v 200000", &["str03", "--runs", "1"])));
    assert_eq!(code, Some(125), "{err}");
    assert!(err.contains("3906 threads") && err.contains("`ulimit -v "), "{err}");
    let (code, _, err) = run(&["str03", "-b", "1000", "-d", "3"]);
    assert_eq!(code, Some(125), "{err}");
    assert!(err.contains("-b and -d"), "{err}");
}

#[test]
fn str03_job_that_cannot_create_a_thread_ends() {
    let (code, out, err) = parts(&output(limited("ulimit -v 100000", &["str03-job"])));
    assert_eq!(code, Some(3), "{out}{err}");
    assert!(err.contains("could not be created"), "{err}");
}

#[test]
fn reader_that_goes_away_is_no_error() {
    let (reader, writer) = std::io::pipe().unwrap();
    drop(reader);
    let mut command = fusyn(&["str03", "-b2", "-d2", "--runs", "1", "--env", "plain"]);
    command.stdout(writer);
    let mut child = command.stderr(std::process::Stdio::piped()).spawn().unwrap();
    drop(command);
    let mut err = String::new();
    std::io::Read::read_to_string(&mut child.stderr.take().unwrap(), &mut err).unwrap();
    assert_eq!((child.wait().unwrap().code(), err.as_str()), (Some(0), ""));
}

#[test]
fn figures_are_kept_when_nobody_reads_the_table() {
    let dir = Dir::new("unread");
    let json = dir.file("t.json");
    let (reader, writer) = std::io::pipe().unwrap();
    drop(reader);
    let mut command = fusyn(&["str03", "-b", "2", "-d", "2", "--runs", "1", "--env", "plain", "--json"]);
    assert!(command.arg(&json).stdout(writer).status().unwrap().success());
    let figures: Value = serde_json::from_str(&std::fs::read_to_string(json).unwrap()).unwrap();
    assert_eq!(figures["threads"], 7);
}

/// Commands that measure little.
const QUICK: [&[&str]; 3] = [
    &["str03", "-b", "2", "-d", "2", "--runs", "1", "--env", "plain"],
    &["bench", "sem", "--filter", "free", "--quick"],
    &["bench", "chat", "--rooms", "1", "--users", "2", "--messages", "1", "--runs", "1"],
];

#[test]
fn file_that_cannot_be_written_is_told_before_the_work() {
    let dir = Dir::new("unwritable");
    let kept = dir.file("kept");
    for command in QUICK.iter().map(|command| command.to_vec()) {
        for bad in [dir.file("none/t"), dir.file(".")] {
            let options: &[&str] = if command[0] == "str03" { &["--json", "--svg"] } else { &["--json"] };
            for option in options {
                let (code, out, err) = run(&[&command[..], &[option, bad.to_str().unwrap()]].concat());
                assert_eq!((code, out.as_str()), (Some(125), ""), "{command:?} {bad:?}: {err}");
                assert!(err.contains("nothing was measured") && err.contains(option), "{err}");
            }
        }
        // With one of two that is bad, the other stays what it was, there or not.
        if command[0] == "str03" {
            let files = ["--json", kept.to_str().unwrap(), "--svg", "/none/t"];
            assert_eq!(run(&[&command[..], &files].concat()).0, Some(125));
            assert!(!kept.exists());
        }
    }
}

#[test]
fn file_of_figures_keeps_its_content_until_there_are_new_ones() {
    let dir = Dir::new("kept");
    let json = dir.file("t.json");
    std::fs::write(&json, "x".repeat(1 << 16)).unwrap();
    let late = ["str03", "--runs", "1", "--env", "plain", "--timeout", "1ms", "--json"];
    assert_eq!(run(&[&late[..], &[json.to_str().unwrap()]].concat()).0, Some(1));
    assert_eq!(std::fs::read_to_string(&json).unwrap(), "x".repeat(1 << 16));
    for command in QUICK {
        let (code, _, err) = run(&[command, &["--json", json.to_str().unwrap()]].concat());
        assert_eq!(code, Some(0), "{command:?}: {err}");
        serde_json::from_str::<Value>(&std::fs::read_to_string(&json).unwrap()).unwrap();
    }
    // A failed run makes no file, and a symbolic link or a pipe is written to, not replaced.
    let none = dir.file("none");
    assert_eq!(run(&[&late[..], &[none.to_str().unwrap()]].concat()).0, Some(1));
    assert!(!none.exists());
    let link = dir.file("link");
    std::os::unix::fs::symlink(&json, &link).unwrap();
    assert_eq!(run(&[QUICK[0], &["--json", link.to_str().unwrap()]].concat()).0, Some(0));
    assert!(link.is_symlink());
    let (code, out, err) = run(&[QUICK[0], &["--json", "/dev/stdout"]].concat());
    assert_eq!(code, Some(0), "{err}");
    assert!(out.contains("\"threads\": 7"), "{out}");
}

#[test]
fn status_is_the_same_when_nobody_reads_the_message() {
    let (reader, writer) = std::io::pipe().unwrap();
    drop(reader);
    for wrong in [["bench", "chat", "--filter", "x"], ["bench", "cond", "--filter", "nothing"]] {
        let status = fusyn(&wrong).stderr(writer.try_clone().unwrap()).status().unwrap();
        assert_eq!(status.code(), Some(2), "{wrong:?}");
    }
}

#[test]
fn job_ends_with_the_program_that_asked_it() {
    let load = ["bench", "chat", "--rooms", "1", "--users", "2", "--messages", "100000", "--runs", "1000"];
    let mut program = fusyn(&load).stdout(Stdio::null()).stderr(Stdio::null()).spawn().unwrap();
    let children = format!("/proc/{0}/task/{0}/children", program.id());
    let deadline = Instant::now() + Duration::from_secs(30);
    let job = loop {
        assert!(Instant::now() < deadline, "there was no job");
        let children = std::fs::read_to_string(&children).unwrap();
        if let Some(job) = children.split_whitespace().find(|id| is_job(id) && signal(id, libc::SIGSTOP)) {
            break job.to_owned();
        }
        std::thread::yield_now();
    };
    // Stopped, it cannot end by itself.
    program.kill().unwrap();
    program.wait().unwrap();
    while is_job(&job) {
        if Instant::now() >= deadline {
            signal(&job, libc::SIGKILL);
            panic!("the job goes on");
        }
        std::thread::yield_now();
    }
}

/// Sends a signal to a process; false if there is none.
fn signal(id: &str, number: i32) -> bool {
    // SAFETY: the id is that of a job of this test's.
    unsafe { libc::kill(id.parse().unwrap(), number) == 0 }
}

/// Whether a process with this id does a chat's job.
fn is_job(id: &str) -> bool {
    let line = std::fs::read(format!("/proc/{id}/cmdline")).unwrap_or_default();
    line.windows(8).any(|word| word == b"chat-job")
}

#[test]
fn bench_without_a_case_lists_them() {
    let (code, out, err) = run(&["bench", "cond", "--filter", "nothing"]);
    assert_eq!((code, out.as_str()), (Some(2), ""), "{err}");
    assert!(err.starts_with("fusyn: --filter: no case has \"nothing\" in its name"), "{err}");
    for case in ["ping-pong", "barrier/64/busy", "rust/buffer/4+4"] {
        assert!(err.lines().any(|line| line.trim() == case), "{case} is missing in:\n{err}");
    }
}

#[test]
fn bench_of_rust_locks_gives_figures() {
    let dir = Dir::new("bench");
    let json = dir.file("b.json");
    let args = ["bench", "mutex", "--quick", "--runs", "1", "--filter", "rust/uncontended"];
    let (code, out, err) = run(&[&args[..], &["--json", json.to_str().unwrap()]].concat());
    assert_eq!(code, Some(0), "{out}{err}");
    let figures: Value = serde_json::from_str(&std::fs::read_to_string(json).unwrap()).unwrap();
    let faces = figures["rust"][0]["faces"].as_array().unwrap();
    let names: Vec<&str> = faces.iter().map(|f| f[0].as_str().unwrap()).collect();
    assert_eq!(names, ["std", "parking_lot", "fusyn"]);
    assert!(faces.iter().all(|f| f[1]["nanos"].as_f64().unwrap() > 0.0));
}

#[test]
fn str03_on_fuqueues_and_fulocks_has_the_right_sum() {
    let dir = Dir::new("str03-all");
    let json = dir.file("t.json");
    let args = ["str03", "-b", "4", "-d", "3", "--runs", "2", "--timeout", "20s"];
    let (code, out, err) = run(&[&args[..], &["--json", json.to_str().unwrap()]].concat());
    assert_eq!((code, err.as_str()), (Some(0), ""));
    assert!(out.starts_with("str03 -b 4 -d 3: 85 threads; sum 3570 right in all 8 runs\n"), "{out}");
    let figures: Value = serde_json::from_str(&std::fs::read_to_string(json).unwrap()).unwrap();
    let rows = figures["environments"].as_array().unwrap();
    let names: Vec<&str> = rows.iter().map(|row| row["name"].as_str().unwrap()).collect();
    assert_eq!(names, ["plain", "fuqueues", "fulocks", "plain again"]);
    assert!(rows.iter().all(|row| row["median_of_pair_ratios"].as_f64().unwrap() > 0.0));
}

#[test]
fn bench_compares_fusyn_with_glibc() {
    let dir = Dir::new("bench-both");
    let json = dir.file("b.json");
    let args = ["bench", "cond", "--quick", "--runs", "1", "--filter", "barrier/8/"];
    let (code, out, err) = run(&[&args[..], &["--json", json.to_str().unwrap()]].concat());
    assert_eq!(code, Some(0), "{out}{err}");
    let figures: Value = serde_json::from_str(&std::fs::read_to_string(json).unwrap()).unwrap();
    let cases = figures["pthread"].as_array().unwrap();
    assert_eq!((&cases[0]["case"], &cases[1]["case"]), (&"barrier/8/idle".into(), &"barrier/8/busy".into()));
    for case in cases {
        assert_eq!(case["at_most"], 0.85);
        assert_eq!(case["fusyn"]["each"].as_array().unwrap().len(), 2);
        assert!(case["ratio"].as_f64().unwrap() > 0.0);
    }
}

#[test]
fn one_round_is_not_judged() {
    // Barriers that CPU-bound processes disturb: some ratio is over its bound nearly always.
    for args in [
        &["bench", "sem", "--quick", "--runs", "1"][..],
        &["bench", "chat", "--runs", "1", "--rooms", "2", "--users", "5", "--messages", "30"],
    ] {
        let (code, out, err) = run(args);
        assert_eq!(code, Some(0), "{out}{err}");
        assert!(!out.contains(" over "), "{out}");
        let told = out.contains("over?: above the bound, but not surely (1 round: ");
        assert_eq!(out.contains(" over? "), told && out.contains("--runs 5"), "{out}");
    }
}

#[test]
fn chat_is_right_on_all_locks_and_over_every_wire() {
    let dir = Dir::new("chat");
    let json = dir.file("c.json");
    for wires in [&[][..], &["--sockets"], &["--sockets", "tcp"]] {
        let args = ["bench", "chat", "--runs", "1", "--rooms", "2", "--users", "5", "--messages", "30"];
        let (code, out, err) = run(&[&args[..], wires, &["--json", json.to_str().unwrap()]].concat());
        assert_eq!((code, err.as_str()), (Some(0), ""), "{out}");
        assert!(out.contains("40 threads, 1200 deliveries, right in all 4 runs"), "{out}");
        let figures: Value = serde_json::from_str(&std::fs::read_to_string(&json).unwrap()).unwrap();
        let rows = figures["environments"].as_array().unwrap();
        let names: Vec<&str> = rows.iter().map(|row| row["name"].as_str().unwrap()).collect();
        assert_eq!(names, ["glibc", "fuqueue", "fulock", "glibc again"]);
        for row in rows {
            assert!(row["messages_per_second"].as_f64().unwrap() > 0.0, "{row}");
            assert!(row["latency_p50"].as_f64() <= row["latency_p99"].as_f64(), "{row}");
        }
    }
}

#[test]
fn chat_in_java_is_right_or_says_what_to_install() {
    let args = ["bench", "chat", "--java", "--runs", "1", "--rooms", "2", "--users", "5", "--messages", "30"];
    let (code, out, err) = run(&args);
    if err.contains("is not here") {
        assert!(err.contains("openjdk"), "{err}");
        return skip(err.trim_end());
    }
    assert_eq!(code, Some(0), "{out}{err}");
    assert!(out.contains("1200 deliveries, right in all 4 runs"), "{out}");
    let mut command = fusyn(&args);
    command.env("PATH", "/nowhere");
    let (code, _, err) = parts(&output(command));
    assert_eq!(code, Some(125), "{err}");
    assert!(err.contains("apt-get install openjdk"), "{err}");
}

#[test]
fn chat_that_is_too_large_is_told() {
    let (code, _, err) = run(&["bench", "chat", "--rooms", "1000", "--users", "1000"]);
    assert_eq!(code, Some(125), "{err}");
    assert!(err.contains("--rooms and --users"), "{err}");
}
