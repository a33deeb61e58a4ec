//! The tables of a Markdown document.

use std::fs;
use std::path::Path;

/// A table's body.
#[derive(Clone, Debug)]
pub struct Table {
    /// The heading above it.
    pub heading: String,
    /// The cells of each line, marks of code left in.
    pub rows: Vec<Vec<String>>,
}

/// Every table of a document, in order.
///
/// # Errors
/// That the file cannot be read, or a line has more or fewer cells than its table's first one.
pub fn tables(path: &Path) -> Result<Vec<Table>, String> {
    let text = fs::read_to_string(path).map_err(|e| format!("{}: {e}", path.display()))?;
    parse(&text).map_err(|e| format!("{}: {e}", path.display()))
}

fn parse(text: &str) -> Result<Vec<Table>, String> {
    let mut all: Vec<Table> = Vec::new();
    let (mut heading, mut head) = (String::new(), None);
    for (number, line) in text.lines().enumerate() {
        if let Some(title) = line.strip_prefix('#') {
            title.trim_start_matches('#').trim().clone_into(&mut heading);
        }
        let Some(cells) = line.strip_prefix('|').and_then(|rest| rest.strip_suffix('|')) else {
            head = None;
            continue;
        };
        let cells: Vec<_> = cells.split('|').map(|cell| cell.trim().to_owned()).collect();
        match head {
            None => {
                head = Some(cells.len());
                all.push(Table { heading: heading.clone(), rows: Vec::new() });
            }
            Some(width) if width != cells.len() => {
                return Err(format!("line {}: {} cells, not {width}", number + 1, cells.len()));
            }
            Some(_) if cells.iter().all(|cell| cell.chars().all(|c| c == '-')) => {}
            Some(_) => all.last_mut().expect("its first line was pushed").rows.push(cells),
        }
    }
    Ok(all)
}

/// What stands between the marks of code in a cell.
#[must_use]
pub fn code(cell: &str) -> Vec<&str> {
    cell.split('`').skip(1).step_by(2).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tables_have_their_headings_and_rows() {
        let text = "# One\n\n| a | b |\n|---|---|\n| `x` | 1 |\n|  | 2 |\n\n## Two\n\n| c |\n|---|\n| z |\n";
        let tables = parse(text).unwrap();
        assert_eq!(tables.len(), 2, "{tables:?}");
        assert_eq!((tables[0].heading.as_str(), tables[0].rows.len()), ("One", 2));
        assert_eq!(tables[0].rows[1], ["", "2"]);
        assert_eq!((tables[1].heading.as_str(), tables[1].rows[0][0].as_str()), ("Two", "z"));
    }

    #[test]
    fn line_of_another_width_is_refused() {
        assert!(parse("| a | b |\n|---|---|\n| 1 |\n").is_err());
    }

    #[test]
    fn code_is_what_stands_between_marks() {
        assert_eq!(code("`a/b`, and `c`"), ["a/b", "c"]);
        assert!(code("none").is_empty());
    }
}
