//! The program `fusyn`: runs programs on fusyn, measures str03 and compares locks.

mod args;
mod bench;
mod bound;
mod chat;
mod child;
mod elf;
mod error;
mod machine;
mod output;
mod progress;
mod pthread;
mod run;
mod scratch;
mod shim;
mod stats;
mod str03;
mod svg;

use std::process::ExitCode;

use args::{Action, Cli};
use error::Failure;

fn main() -> ExitCode {
    match act(args::parse()) {
        Ok(()) | Err(Failure::BrokenPipe) => ExitCode::SUCCESS,
        Err(Failure::Told { status, message }) => {
            error::tell(&format!("fusyn: {message}\n"));
            ExitCode::from(status)
        }
    }
}

fn act(cli: Cli) -> Result<(), Failure> {
    match cli.command {
        Action::Run(args) => run::run(&args),
        Action::Str03(args) => str03::measure(&args),
        Action::Bench(args) => bench::measure(&args),
        Action::ChatJob(args) => chat::job::run(&args),
        Action::BenchJob(args) => bench::job::run(&args),
        Action::Spin(args) => bench::spin(&args),
        Action::KeepFolder => scratch::keep(),
        Action::Str03Job(args) => str03::job::run(&args.tree),
    }
}
