//! Parses the command line; what to do about an option that is another bench group's, or stands before the group.

use std::ffi::OsString;

use clap::error::{ContextKind, ContextValue, ErrorKind};
use clap::{CommandFactory, Parser};

use super::Cli;

/// The command line; ends the program where it is wrong, or asks for help.
pub(crate) fn parse() -> Cli {
    parsed(std::env::args_os().collect()).unwrap_or_else(|error| error.exit())
}

fn parsed(line: Vec<OsString>) -> Result<Cli, clap::Error> {
    Cli::try_parse_from(line.clone()).map_err(|mut error| {
        if let Some(tip) = tip(&error, &line) {
            // What is spelled nearly so in this group is not what was meant.
            error.remove(ContextKind::SuggestedArg);
            error.insert(ContextKind::Suggested, ContextValue::StyledStrs(vec![tip.into()]));
        }
        error
    })
}

fn tip(error: &clap::Error, line: &[OsString]) -> Option<String> {
    let words: Vec<&str> = line.iter().skip(1).map(|word| word.to_str().unwrap_or_default()).collect();
    let ["bench", first, ..] = words[..] else { return None };
    match (error.kind(), error.get(ContextKind::InvalidArg)) {
        (ErrorKind::InvalidSubcommand, _) => Some(format!("the groups are {}", listed(&groups_with(None)))),
        (ErrorKind::UnknownArgument, Some(ContextValue::String(option))) => {
            let owners = groups_with(Some(option.trim_start_matches('-')));
            let known = owners.first()?;
            if first.starts_with('-') {
                let group = words.iter().find(|word| owners.iter().any(|owner| owner == *word));
                let group = group.copied().unwrap_or(known);
                return Some(format!("name the group first: `fusyn bench {group} {option}`"));
            }
            Some(format!(
                "{option} is an option of {}; `fusyn bench {first} --help` has those of {first}",
                listed(&owners)
            ))
        }
        _ => None,
    }
}

/// The groups, or those that take an option of this name.
fn groups_with(option: Option<&str>) -> Vec<String> {
    let program = Cli::command();
    let groups = program.find_subcommand("bench").into_iter().flat_map(clap::Command::get_subcommands);
    let takes = |group: &&clap::Command| {
        option.is_none_or(|name| group.get_arguments().any(|arg| arg.get_long() == Some(name)))
    };
    groups.filter(takes).map(|group| group.get_name().to_owned()).collect()
}

fn listed(names: &[String]) -> String {
    match names {
        [] => String::new(),
        [one] => one.clone(),
        [most @ .., last] => format!("{} and {last}", most.join(", ")),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn said(words: &[&str]) -> String {
        let line = [&["fusyn"], words].concat().into_iter().map(OsString::from).collect();
        parsed(line).unwrap_err().to_string()
    }

    #[test]
    fn option_of_another_group_is_told_with_that_group() {
        let text = said(&["bench", "mutex", "--rooms", "3"]);
        assert!(text.contains("tip: --rooms is an option of chat; `fusyn bench mutex --help` has"), "{text}");
        assert!(!text.contains("similar"), "{text}");
        let text = said(&["bench", "cond", "--sockets=tcp"]);
        assert!(
            text.contains("tip: --sockets is an option of chat; `fusyn bench cond --help` has"),
            "{text}"
        );
        let text = said(&["bench", "chat", "--filter", "x"]);
        assert!(text.contains("tip: --filter is an option of mutex, rwlock, cond and sem; "), "{text}");
    }

    #[test]
    fn option_before_the_group_is_told_where_to_stand() {
        let text = said(&["bench", "--quick", "cond"]);
        assert!(text.contains("tip: name the group first: `fusyn bench cond --quick`"), "{text}");
        let text = said(&["bench", "--rooms", "3"]);
        assert!(text.contains("tip: name the group first: `fusyn bench chat --rooms`"), "{text}");
    }

    #[test]
    fn unknown_group_is_told_which_there_are() {
        let text = said(&["bench", "barriers"]);
        assert!(text.contains("tip: the groups are mutex, rwlock, cond, sem and chat"), "{text}");
    }

    #[test]
    fn what_no_group_has_gets_the_usual_error() {
        assert!(said(&["bench", "mutex", "--quik"]).contains("'--quick'"), "the option that is spelled so");
        assert!(said(&["str03", "--rooms", "3"]).contains("unexpected argument '--rooms'"));
    }
}
