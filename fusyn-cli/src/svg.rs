//! A bar chart, readable on light and dark ground.

use std::fmt::Write;

/// What to draw.
#[derive(Debug)]
pub(crate) struct Chart {
    /// First line.
    pub(crate) title: String,
    /// Two lines below, smaller.
    pub(crate) notes: [String; 2],
    /// From top to bottom.
    pub(crate) bars: Vec<Bar>,
}

/// One bar.
#[derive(Debug)]
pub(crate) struct Bar {
    /// Left of the bar.
    pub(crate) label: String,
    /// At the bar's end.
    pub(crate) note: String,
    /// Its length.
    pub(crate) value: f64,
    /// Drawn paler: not measured here.
    pub(crate) old: bool,
}

const WIDTH: f64 = 720.0;
const LEFT: f64 = 150.0;
const RIGHT: f64 = 60.0;
const TOP: f64 = 80.0;
const STEP: f64 = 26.0;
const THICK: f64 = 18.0;
/// Middle tones: enough contrast on white and on black.
const TEXT: &str = "#808080";
const NEW: &str = "#2f81c7";
const OLD: &str = "#a08040";

/// The picture, as SVG text; a line marks 1.
pub(crate) fn draw(chart: &Chart) -> String {
    let longest = chart.bars.iter().map(|b| b.value).fold(1.0, f64::max);
    let scale = (WIDTH - LEFT - RIGHT) / longest;
    #[expect(clippy::cast_precision_loss, reason = "a handful of bars")]
    let place = |i: usize| TOP + i as f64 * STEP;
    let bottom = place(chart.bars.len());
    let height = bottom + 14.0;
    let mut out = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {WIDTH} {height}\" width=\"{WIDTH}\" height=\"{height}\" \
         font-family=\"sans-serif\" font-size=\"13\" fill=\"{TEXT}\" role=\"img\">\n"
    );
    let title = escape(&chart.title);
    line(&mut out, format_args!("<title>{title}</title>"));
    line(&mut out, format_args!("<text x=\"10\" y=\"22\" font-size=\"16\">{title}</text>"));
    for (note, y) in chart.notes.iter().zip([42, 58]) {
        line(&mut out, format_args!("<text x=\"10\" y=\"{y}\" font-size=\"11\">{}</text>", escape(note)));
    }
    for (i, bar) in chart.bars.iter().enumerate() {
        let (y, middle, width) = (place(i), place(i) + THICK * 0.75, bar.value.max(0.0) * scale);
        let (label, note) = (escape(&bar.label), escape(&bar.note));
        let colour = if bar.old { OLD } else { NEW };
        line(
            &mut out,
            format_args!("<text x=\"{}\" y=\"{middle:.1}\" text-anchor=\"end\">{label}</text>", LEFT - 8.0),
        );
        line(
            &mut out,
            format_args!(
                "<rect x=\"{LEFT}\" y=\"{y:.1}\" width=\"{width:.1}\" height=\"{THICK}\" fill=\"{colour}\"/>"
            ),
        );
        line(&mut out, format_args!("<text x=\"{:.1}\" y=\"{middle:.1}\">{note}</text>", LEFT + width + 6.0));
    }
    let one = LEFT + scale;
    line(
        &mut out,
        format_args!(
            "<line x1=\"{one:.1}\" y1=\"{:.1}\" x2=\"{one:.1}\" y2=\"{bottom:.1}\" stroke=\"{TEXT}\" stroke-dasharray=\"4 3\"/>",
            TOP - 6.0
        ),
    );
    out.push_str("</svg>\n");
    out
}

fn line(out: &mut String, text: std::fmt::Arguments<'_>) {
    // Writing to a String does not fail.
    let _ = writeln!(out, "{text}");
}

fn escape(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;").replace('"', "&quot;")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bars_are_as_long_as_their_values() {
        let bar = |value, old| Bar { label: "a<b".into(), note: "1 & 2".into(), value, old };
        let chart = Chart {
            title: "t".into(),
            notes: ["s".into(), "u".into()],
            bars: vec![bar(1.0, false), bar(0.5, true)],
        };
        let text = draw(&chart);
        assert!(text.contains("width=\"510.0\" height=\"18\" fill=\"#2f81c7\""), "{text}");
        assert!(text.contains("width=\"255.0\" height=\"18\" fill=\"#a08040\""), "{text}");
        assert!(text.contains("a&lt;b") && text.contains("1 &amp; 2"), "{text}");
        assert!(text.starts_with("<svg ") && text.ends_with("</svg>\n"));
    }
}
