//! The command line, and the help that teaches it.

use std::ffi::OsString;
use std::path::PathBuf;
use std::time::Duration;

use clap::{Args, Parser, Subcommand, ValueEnum};

mod bench;
mod tip;

pub(crate) use bench::{BenchArgs, BenchGroup, CasesArgs, ChatArgs, SizeArgs, Sockets};
pub(crate) use tip::parse;

const EXAMPLES: &str = "\
Examples:
  fusyn run -- ./server --port 80          run a program on fusyn, unchanged
  fusyn run --backend fulock -- ./server   ... with every private mutex priority-inheriting
  fusyn str03                              the 2004 table of FUSYN, measured on this machine
  fusyn str03 --runs 30 --json t.json --svg t.svg
  fusyn bench mutex                        mutexes against glibc, std and parking_lot
  fusyn bench cond --quick --filter barrier
  fusyn bench chat --sockets tcp           a chat server under load: 800 threads

Environment, read by libfusyn_pthread.so in the program (a wrong value gives one line
on standard error, and the default):
  FUSYN_BACKEND   kernel   wait straight on kernel futexes, for comparison
                  fuqueue  private locks, semaphores and barriers wait in priority order (default)
                  fulock   also makes every private mutex priority-inheriting
  FUSYN_PROTOCOL  asked (default), none or inherit: protocol of private mutexes
  FUSYN_ROBUST    asked (default) or recover: a private mutex, initialised by a call, whose
                  owner died goes to the next locker, with one line on standard error
  FUSYN_RWLOCK    asked (default), inherit (the writer inherits priority), writers (they go
                  first) or inherit-writers: private rwlocks
  FUSYN_BUCKETS   number of buckets of the waiting table, a power of two from 2 to 16777216
                  (default: 256 per CPU)
  FUSYN_HASH_SLOTS
                  slots of the kernel's hash of private futexes, a power of two from 2 to
                  16777216 (default: 512, or 4 per CPU), or kernel: as the kernel makes it
  FUSYN_VERBOSE   1: the library says one line on standard error when it is loaded
Read by fusyn itself:
  FUSYN_LIB       the file libfusyn_pthread.so, if not beside fusyn, in deps there, or ../lib

Exit status:
  run             the program's; 127 not found; 126 found but cannot be run (on fusyn);
                  125 fusyn itself failed
  str03, bench    0 right; 1 a wrong result or a failed job; 125 as above
  any             2 wrong usage";

/// Robust, real-time mutexes and condition variables for Linux programs.
#[derive(Debug, Parser)]
#[command(name = "fusyn", version, after_help = EXAMPLES, max_term_width = 110)]
pub(crate) struct Cli {
    /// What to do.
    #[command(subcommand)]
    pub(crate) command: Action,
}

/// The commands.
#[derive(Debug, Subcommand)]
pub(crate) enum Action {
    /// Run a program with fusyn's locks in place of the C library's
    Run(RunArgs),
    /// Measure str03: 3906 threads in a tree, on glibc, on fuqueues and on fulocks
    Str03(Str03Args),
    /// Compare locks with glibc's, std's and parking_lot's, alone or under a chat server
    Bench(BenchArgs),
    /// One run of str03 in this process: the job that `str03` starts
    #[command(hide = true)]
    Str03Job(Str03JobArgs),
    /// One measurement in this process: the job that `bench` starts
    #[command(hide = true)]
    BenchJob(BenchJobArgs),
    /// One run of the chat in this process: the job that `bench chat` starts
    #[command(hide = true)]
    ChatJob(ChatJobArgs),
    /// Keep one CPU busy at the lowest priority
    #[command(hide = true)]
    Spin(SpinArgs),
    /// Make a temporary folder, and remove it when standard input ends
    #[command(hide = true)]
    KeepFolder,
}

/// What plain mutexes and condition variables wait on.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum Backend {
    /// Kernel futexes, for comparison
    Kernel,
    /// Priority-ordered queues in user space
    Fuqueue,
    /// Fuqueues, and every private mutex is priority-inheriting
    Fulock,
}

impl Protocol {
    /// The value of `FUSYN_PROTOCOL`.
    pub(crate) fn name(self) -> &'static str {
        match self {
            Self::Asked => "asked",
            Self::None => "none",
            Self::Inherit => "inherit",
        }
    }
}

impl Backend {
    /// The value of `FUSYN_BACKEND`.
    pub(crate) fn name(self) -> &'static str {
        match self {
            Self::Kernel => "kernel",
            Self::Fuqueue => "fuqueue",
            Self::Fulock => "fulock",
        }
    }
}

/// The protocol of private mutexes.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum Protocol {
    /// As the program asks for
    Asked,
    /// No inheritance
    None,
    /// Priority inheritance
    Inherit,
}

/// The policy of private rwlocks.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum Rwlock {
    /// As the program asks for
    Asked,
    /// The writer inherits the priority of who waits for it
    Inherit,
    /// Writers go first
    Writers,
    /// Both
    InheritWriters,
}

impl Rwlock {
    /// The value of `FUSYN_RWLOCK`.
    fn name(self) -> &'static str {
        match self {
            Self::Asked => "asked",
            Self::Inherit => "inherit",
            Self::Writers => "writers",
            Self::InheritWriters => "inherit-writers",
        }
    }
}

/// `fusyn run`.
#[derive(Debug, Args)]
pub(crate) struct RunArgs {
    /// What private locks wait on [default: fuqueue] (FUSYN_BACKEND)
    #[arg(long, value_enum)]
    pub(crate) backend: Option<Backend>,
    /// Protocol of private mutexes [default: asked] (FUSYN_PROTOCOL)
    #[arg(long, value_enum)]
    pub(crate) protocol: Option<Protocol>,
    /// A private mutex whose owner died goes to the next locker [default: as the program asks]
    /// (FUSYN_ROBUST=recover)
    #[arg(long)]
    pub(crate) robust: bool,
    /// Policy of private rwlocks [default: asked] (FUSYN_RWLOCK)
    #[arg(long, value_enum)]
    pub(crate) rwlock: Option<Rwlock>,
    /// Buckets of the waiting table, a power of two from 2 to 16777216 [default: 256 per CPU] (FUSYN_BUCKETS)
    #[arg(long, value_name = "N", value_parser = parse_buckets)]
    pub(crate) buckets: Option<u32>,
    /// Slots of the kernel's hash of private futexes, a power of two from 2 to 16777216, or kernel: as the kernel
    /// makes it [default: 512, or 4 per CPU if that is more] (FUSYN_HASH_SLOTS)
    #[arg(long, value_name = "N", value_parser = parse_hash_slots)]
    pub(crate) hash_slots: Option<String>,
    /// Tell on standard error what is set and loaded [default: say nothing] (FUSYN_VERBOSE=1)
    #[arg(short, long)]
    pub(crate) verbose: bool,
    /// The shim's file [default: libfusyn_pthread.so beside this program, in deps there, or in ../lib] (FUSYN_LIB)
    #[arg(long, value_name = "PATH")]
    pub(crate) lib: Option<PathBuf>,
    /// The program and its arguments
    #[arg(required = true, trailing_var_arg = true, value_names = ["PROG", "ARGS"])]
    pub(crate) command: Vec<OsString>,
}

impl RunArgs {
    /// The `FUSYN_*` variables that the options ask for.
    pub(crate) fn settings(&self) -> Vec<(&'static str, String)> {
        let mut settings = Vec::new();
        if let Some(backend) = self.backend {
            settings.push(("FUSYN_BACKEND", backend.name().to_owned()));
        }
        if let Some(protocol) = self.protocol {
            settings.push(("FUSYN_PROTOCOL", protocol.name().to_owned()));
        }
        if self.robust {
            settings.push(("FUSYN_ROBUST", "recover".to_owned()));
        }
        if let Some(rwlock) = self.rwlock {
            settings.push(("FUSYN_RWLOCK", rwlock.name().to_owned()));
        }
        if let Some(buckets) = self.buckets {
            settings.push(("FUSYN_BUCKETS", buckets.to_string()));
        }
        if let Some(slots) = &self.hash_slots {
            settings.push(("FUSYN_HASH_SLOTS", slots.clone()));
        }
        if self.verbose {
            settings.push(("FUSYN_VERBOSE", "1".to_owned()));
        }
        settings
    }
}

/// `fusyn str03`.
#[derive(Debug, Args)]
pub(crate) struct Str03Args {
    /// The tree
    #[command(flatten)]
    pub(crate) tree: TreeArgs,
    /// Runs in each environment, in alternating order
    #[arg(long, value_name = "N", default_value_t = 10, value_parser = clap::value_parser!(u32).range(1..=10_000))]
    pub(crate) runs: u32,
    /// Measure only these beside plain, which is always measured, and twice [default: all]
    #[arg(long = "env", value_name = "ENV", value_enum, value_delimiter = ',')]
    pub(crate) environments: Vec<Environment>,
    /// Write every figure to this file, as JSON [default: no file]
    #[arg(long, value_name = "FILE")]
    pub(crate) json: Option<PathBuf>,
    /// Draw the ratios to this file, beside those of 2004 [default: no file]
    #[arg(long, value_name = "FILE")]
    pub(crate) svg: Option<PathBuf>,
    /// The shim's file [default: beside this program, as for `run`] (FUSYN_LIB)
    #[arg(long, value_name = "PATH")]
    pub(crate) lib: Option<PathBuf>,
}

/// The shape of str03's tree and how long a run may take.
#[derive(Debug, Clone, Copy, Args)]
pub(crate) struct TreeArgs {
    /// Breadth: children of each thread that has some
    #[arg(short, long, default_value_t = 5, value_parser = clap::value_parser!(u32).range(1..=1000))]
    pub(crate) breadth: u32,
    /// Depth: levels below the root
    #[arg(short, long, default_value_t = 5, value_parser = clap::value_parser!(u32).range(1..=1000))]
    pub(crate) depth: u32,
    /// Longest time of one run; its condition variables time out then
    #[arg(long, value_name = "TIME", default_value = "60s", value_parser = parse_time)]
    pub(crate) timeout: Duration,
}

/// One of str03's environments.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, ValueEnum)]
pub(crate) enum Environment {
    /// The C library's own locks
    Plain,
    /// FUSYN_BACKEND=fuqueue
    Fuqueue,
    /// FUSYN_BACKEND=fulock
    Fulock,
}

/// One run of str03.
#[derive(Debug, Args)]
pub(crate) struct Str03JobArgs {
    /// The tree
    #[command(flatten)]
    pub(crate) tree: TreeArgs,
}

/// One run of the chat.
#[derive(Debug, Args)]
pub(crate) struct ChatJobArgs {
    /// The chat
    #[command(flatten)]
    pub(crate) chat: SizeArgs,
}

/// One measurement.
#[derive(Debug, Args)]
pub(crate) struct BenchJobArgs {
    /// Name of the case
    pub(crate) case: String,
    /// How long to measure
    #[arg(long, value_parser = parse_time)]
    pub(crate) time: Duration,
}

/// One busy CPU.
#[derive(Debug, Args)]
pub(crate) struct SpinArgs {
    /// Which
    #[arg(long)]
    pub(crate) cpu: usize,
    /// How long at most
    #[arg(long, value_parser = parse_time)]
    pub(crate) time: Duration,
}

fn parse_buckets(text: &str) -> Result<u32, String> {
    match text.parse::<u32>() {
        Ok(n) if n.is_power_of_two() && (2..=1 << 24).contains(&n) => Ok(n),
        _ => Err("a power of two from 2 to 16777216 is needed".into()),
    }
}

fn parse_hash_slots(text: &str) -> Result<String, String> {
    match text {
        "kernel" => Ok(text.to_owned()),
        _ => parse_buckets(text).map(|slots| slots.to_string()).map_err(|e| format!("{e}, or kernel")),
    }
}

/// A time with a unit (`500ms`, `30s`, `2m`); seconds without.
fn parse_time(text: &str) -> Result<Duration, String> {
    let split = text.find(|c: char| !c.is_ascii_digit()).unwrap_or(text.len());
    let (digits, unit) = text.split_at(split);
    let millis_per_unit = match unit {
        "ms" => 1,
        "" | "s" => 1000,
        "m" | "min" => 60_000,
        _ => return Err("a time like 500ms, 30s or 2m is needed".into()),
    };
    let number: u64 = digits.parse().map_err(|_| "a time like 500ms, 30s or 2m is needed".to_owned())?;
    match number.checked_mul(millis_per_unit) {
        Some(millis) if (1..=24 * 3_600_000).contains(&millis) => Ok(Duration::from_millis(millis)),
        _ => Err("the time must be from 1ms to 1440m".into()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn parse(line: &[&str]) -> Result<Cli, clap::Error> {
        Cli::try_parse_from(std::iter::once("fusyn").chain(line.iter().copied()))
    }

    #[test]
    fn definition_is_consistent() {
        use clap::CommandFactory;
        Cli::command().debug_assert();
    }

    #[test]
    fn run_takes_the_programs_own_options() {
        let options = ["run", "--backend", "fulock", "--robust", "--rwlock", "inherit-writers"];
        let cli = parse(&[&options[..], &["--", "ls", "--backend", "-l"]].concat()).unwrap();
        let Action::Run(run) = cli.command else { panic!("not run") };
        assert_eq!(run.command, ["ls", "--backend", "-l"]);
        let settings = run.settings();
        assert_eq!(
            settings,
            [
                ("FUSYN_BACKEND", "fulock".to_owned()),
                ("FUSYN_ROBUST", "recover".to_owned()),
                ("FUSYN_RWLOCK", "inherit-writers".to_owned()),
            ]
        );
    }

    #[test]
    fn run_without_double_dash_stops_at_the_program() {
        let Action::Run(run) = parse(&["run", "ls", "-l"]).unwrap().command else { panic!("not run") };
        assert_eq!(run.command, ["ls", "-l"]);
        assert!(run.settings().is_empty());
    }

    #[test]
    fn wrong_values_are_refused() {
        for line in [
            &["run"][..],
            &["run", "--backend", "quick", "--", "ls"],
            &["run", "--buckets", "3", "--", "ls"],
            &["run", "--buckets", "1", "--", "ls"],
            &["str03", "-b", "0"],
            &["str03", "--runs", "0"],
            &["str03", "--timeout", "5h"],
            &["str03", "--timeout", "0s"],
            &["nothing"],
        ] {
            assert!(parse(line).is_err(), "{line:?} was accepted");
        }
    }

    #[test]
    fn times_have_units() {
        assert_eq!(parse_time("500ms"), Ok(Duration::from_millis(500)));
        assert_eq!(parse_time("30"), Ok(Duration::from_secs(30)));
        assert_eq!(parse_time("2m"), Ok(Duration::from_secs(120)));
        assert!(parse_time("99999999999999999999").is_err());
    }

    #[test]
    fn str03_has_the_tree_of_2004_by_default() {
        let Action::Str03(args) = parse(&["str03"]).unwrap().command else { panic!("not str03") };
        assert_eq!((args.tree.breadth, args.tree.depth, args.runs), (5, 5, 10));
    }
}
