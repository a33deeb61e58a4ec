//! `fusyn bench`: a command for each group, with the options that mean something there.

use std::path::PathBuf;

use clap::{Args, Subcommand, ValueEnum};

use super::Backend;
use crate::chat::load::Load;

/// `fusyn bench`.
#[derive(Debug, Args)]
#[command(
    subcommand_value_name = "GROUP",
    subcommand_help_heading = "Groups",
    disable_help_subcommand = true
)]
#[command(after_help = "`fusyn bench GROUP --help` has the options of a group.")]
pub(crate) struct BenchArgs {
    /// What to compare
    #[command(subcommand)]
    pub(crate) group: BenchGroup,
}

/// What is compared.
#[derive(Debug, Subcommand)]
pub(crate) enum BenchGroup {
    /// Lock and unlock, uncontended and contended
    Mutex(CasesArgs),
    /// Read-write locks: free, read by many, written now and then
    Rwlock(CasesArgs),
    /// Condition variables: ping-pong, bounded buffer, broadcast barrier
    Cond(CasesArgs),
    /// Semaphores and barriers
    Sem(CasesArgs),
    /// A chat server like VolanoMark's: rooms of users, four threads for each user
    Chat(ChatArgs),
}

/// A group that has cases.
#[derive(Debug, Args)]
pub(crate) struct CasesArgs {
    /// Only the cases with this in their names; a part that no name has lists them all [default: all]
    #[arg(long, value_name = "PART")]
    pub(crate) filter: Option<String>,
    /// Rounds; in each, both sides are measured twice [default: 5, with --quick 2]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..=1000))]
    pub(crate) runs: Option<u32>,
    /// For a first look: 40 ms for each measurement, not 100, and fewer rounds
    #[arg(long)]
    pub(crate) quick: bool,
    /// What fusyn's side waits on [default: fuqueue] (FUSYN_BACKEND)
    #[arg(long, value_enum)]
    pub(crate) backend: Option<Backend>,
    /// Files
    #[command(flatten)]
    pub(crate) files: FileArgs,
}

/// The chat.
#[derive(Debug, Args)]
pub(crate) struct ChatArgs {
    /// Size and wires
    #[command(flatten)]
    pub(crate) size: SizeArgs,
    /// The same in Java: the median of five runs of each process, after one for the compiler
    #[arg(long, conflicts_with = "sockets")]
    pub(crate) java: bool,
    /// Rounds; in each, all sides are measured once [default: 10, with --quick 2]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..=1000))]
    pub(crate) runs: Option<u32>,
    /// For a first look: fewer messages and rounds
    #[arg(long)]
    pub(crate) quick: bool,
    /// What fusyn's side waits on [default: fuqueue, and in another row fulock] (FUSYN_BACKEND)
    #[arg(long, value_enum)]
    pub(crate) backend: Option<Backend>,
    /// Files
    #[command(flatten)]
    pub(crate) files: FileArgs,
}

/// What every group takes.
#[derive(Debug, Args)]
pub(crate) struct FileArgs {
    /// Write every figure to this file, as JSON [default: no file]
    #[arg(long, value_name = "FILE")]
    pub(crate) json: Option<PathBuf>,
    /// The shim's file [default: beside this program, as for `run`] (FUSYN_LIB)
    #[arg(long, value_name = "PATH")]
    pub(crate) lib: Option<PathBuf>,
}

/// What runs between a client and the chat server in place of queues.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum Sockets {
    /// Pairs of Unix sockets
    Unix,
    /// TCP on the loopback interface
    Tcp,
}

impl Sockets {
    /// The value of `--sockets`.
    pub(crate) fn name(self) -> &'static str {
        match self {
            Self::Unix => "unix",
            Self::Tcp => "tcp",
        }
    }
}

/// The size of a chat, and what its messages go over.
#[derive(Debug, Args)]
pub(crate) struct SizeArgs {
    /// Rooms [default: 10]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..=1000))]
    pub(crate) rooms: Option<u32>,
    /// Users in each room [default: 20]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(2..=1000))]
    pub(crate) users: Option<u32>,
    /// Messages of each user, to all others in the room [default: 400, with --quick 50]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..=100_000))]
    pub(crate) messages: Option<u32>,
    /// Sockets between clients and server, `unix` if no kind is named [default: queues]
    #[arg(long, value_name = "KIND", value_enum, num_args = 0..=1, default_missing_value = "unix")]
    pub(crate) sockets: Option<Sockets>,
}

impl SizeArgs {
    /// The load; where nothing is said, VolanoMark's usual rooms, and more messages than its 100.
    pub(crate) fn load(&self, quick: bool) -> Load {
        Load {
            rooms: self.rooms.unwrap_or(10),
            users: self.users.unwrap_or(20),
            messages: self.messages.unwrap_or(if quick { 50 } else { 400 }),
        }
    }
}

#[cfg(test)]
mod tests {
    use clap::Parser;

    use super::super::{Action, Cli};
    use super::*;

    fn parse(line: &[&str]) -> Result<BenchGroup, clap::Error> {
        match Cli::try_parse_from([&["fusyn", "bench"], line].concat())?.command {
            Action::Bench(args) => Ok(args.group),
            other => panic!("{other:?}"),
        }
    }

    fn chat(options: &[&str]) -> ChatArgs {
        match parse(&[&["chat"], options].concat()).unwrap() {
            BenchGroup::Chat(args) => args,
            other => panic!("{other:?}"),
        }
    }

    #[test]
    fn groups_take_their_own_options_alone() {
        for group in ["mutex", "rwlock", "cond", "sem"] {
            parse(&[group, "--filter", "x", "--runs", "3", "--quick", "--backend", "kernel"]).unwrap();
            for option in [&["--rooms", "3"][..], &["--users", "3"], &["--sockets"], &["--java"]] {
                assert!(parse(&[&[group], option].concat()).is_err(), "{group} took {option:?}");
            }
        }
        chat(&["--rooms", "3", "--runs", "3", "--quick", "--backend", "kernel", "--json", "f"]);
        for options in
            [&["--filter", "x"][..], &["--users", "1"], &["--sockets", "--java"], &["--sockets", "udp"]]
        {
            assert!(parse(&[&["chat"], options].concat()).is_err(), "chat took {options:?}");
        }
    }

    #[test]
    fn chat_has_volanos_rooms_by_default() {
        assert_eq!(chat(&[]).size.load(false), Load { rooms: 10, users: 20, messages: 400 });
    }

    #[test]
    fn sockets_are_of_a_kind_or_of_the_usual_one() {
        for (words, kind) in [
            (&[][..], None),
            (&["--sockets"], Some(Sockets::Unix)),
            (&["--sockets", "--quick"], Some(Sockets::Unix)),
            (&["--sockets", "unix"], Some(Sockets::Unix)),
            (&["--sockets", "tcp"], Some(Sockets::Tcp)),
            (&["--sockets=tcp"], Some(Sockets::Tcp)),
        ] {
            assert_eq!(chat(words).size.sockets, kind, "{words:?}");
        }
    }
}
