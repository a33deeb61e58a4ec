//! What runs between a client and the server: a queue each way, or a socket.

use std::io::{self, BufReader, Read, Write};
use std::net::{Ipv4Addr, Shutdown, TcpListener, TcpStream};
use std::os::unix::net::UnixStream;

use super::queue::Queue;
use crate::args::Sockets;
use crate::pthread;

/// A line of chat: who, which, and when it was sent.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Message {
    /// The sender's number, over all rooms.
    pub(super) user: u32,
    /// Which of the sender's messages, from 0.
    pub(super) number: u32,
    /// Nanoseconds from the start of the run.
    pub(super) sent: u64,
}

/// Bytes of a message on a socket, most of them its text.
const FRAME: usize = 64;
/// Bytes that one read takes at most.
const READ: usize = 4096;

impl Message {
    fn to_bytes(self) -> [u8; FRAME] {
        let mut frame = [b'.'; FRAME];
        frame[..4].copy_from_slice(&self.user.to_le_bytes());
        frame[4..8].copy_from_slice(&self.number.to_le_bytes());
        frame[8..16].copy_from_slice(&self.sent.to_le_bytes());
        frame
    }

    fn from_bytes(frame: &[u8; FRAME]) -> Self {
        let word = |at: usize| u32::from_le_bytes(std::array::from_fn(|i| frame[at + i]));
        Self {
            user: word(0),
            number: word(4),
            sent: u64::from_le_bytes(std::array::from_fn(|i| frame[8 + i])),
        }
    }
}

/// One end of a connected pair of sockets.
#[derive(Debug)]
pub(super) enum Stream {
    Unix(UnixStream),
    Tcp(TcpStream),
}

impl Read for &Stream {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        match self {
            Stream::Unix(stream) => (&*stream).read(buffer),
            Stream::Tcp(stream) => (&*stream).read(buffer),
        }
    }
}

impl Stream {
    fn pair(sockets: Sockets) -> io::Result<(Self, Self)> {
        match sockets {
            Sockets::Unix => UnixStream::pair().map(|(a, b)| (Self::Unix(a), Self::Unix(b))),
            Sockets::Tcp => {
                let listener = TcpListener::bind((Ipv4Addr::LOCALHOST, 0))?;
                let client = TcpStream::connect(listener.local_addr()?)?;
                let (server, _) = listener.accept()?;
                for end in [&client, &server] {
                    // A chat line must not wait for the one before to be acknowledged.
                    end.set_nodelay(true)?;
                }
                Ok((Self::Tcp(client), Self::Tcp(server)))
            }
        }
    }

    fn write_all(&self, bytes: &[u8]) -> io::Result<()> {
        match self {
            Self::Unix(stream) => (&mut &*stream).write_all(bytes),
            Self::Tcp(stream) => (&mut &*stream).write_all(bytes),
        }
    }

    fn close(&self) -> io::Result<()> {
        match self {
            Self::Unix(stream) => stream.shutdown(Shutdown::Write),
            Self::Tcp(stream) => stream.shutdown(Shutdown::Write),
        }
    }
}

/// Both ways between one client and the server.
pub(super) enum Wire {
    /// To the server, to the client.
    Queues(Box<[Queue<Message>; 2]>),
    /// The client's end, the server's end.
    Sockets(Stream, Stream),
}

/// Where messages go in.
pub(super) enum Inlet<'a> {
    Queue(&'a Queue<Message>),
    Socket(&'a Stream),
}

/// Where messages come out.
pub(super) enum Outlet<'a> {
    Queue(&'a Queue<Message>),
    Socket(BufReader<&'a Stream>),
}

impl Wire {
    /// Queues, or a new pair of sockets.
    pub(super) fn new(sockets: Option<Sockets>) -> io::Result<Self> {
        let Some(sockets) = sockets else {
            return Ok(Self::Queues(Box::new([Queue::bounded(), Queue::bounded()])));
        };
        Stream::pair(sockets).map(|(client, server)| Self::Sockets(client, server))
    }

    /// The client's two ends.
    pub(super) fn client(&self) -> (Inlet<'_>, Outlet<'_>) {
        match self {
            Self::Queues(queues) => (Inlet::Queue(&queues[0]), Outlet::Queue(&queues[1])),
            Self::Sockets(client, _) => (Inlet::Socket(client), Outlet::socket(client)),
        }
    }

    /// The server's two ends.
    pub(super) fn server(&self) -> (Inlet<'_>, Outlet<'_>) {
        match self {
            Self::Queues(queues) => (Inlet::Queue(&queues[1]), Outlet::Queue(&queues[0])),
            Self::Sockets(_, server) => (Inlet::Socket(server), Outlet::socket(server)),
        }
    }
}

impl Inlet<'_> {
    /// Sends; waits while the wire is full.
    pub(super) fn send(&self, message: Message) {
        match self {
            Self::Queue(queue) => queue.push(message),
            Self::Socket(stream) => must(stream.write_all(&message.to_bytes())),
        }
    }

    /// Nothing more will be sent.
    pub(super) fn close(&self) {
        match self {
            Self::Queue(queue) => queue.close(),
            Self::Socket(stream) => must(stream.close()),
        }
    }
}

impl<'a> Outlet<'a> {
    fn socket(stream: &'a Stream) -> Self {
        Self::Socket(BufReader::with_capacity(READ, stream))
    }

    /// The next message; none when there will be no more.
    pub(super) fn receive(&mut self) -> Option<Message> {
        match self {
            Self::Queue(queue) => queue.pop(),
            Self::Socket(reader) => {
                let mut frame = [0; FRAME];
                match reader.read_exact(&mut frame) {
                    Ok(()) => Some(Message::from_bytes(&frame)),
                    Err(e) if e.kind() == io::ErrorKind::UnexpectedEof => None,
                    Err(e) => pthread::die(format_args!("chat: a socket failed: {e}")),
                }
            }
        }
    }
}

fn must(result: io::Result<()>) {
    if let Err(e) = result {
        pthread::die(format_args!("chat: a socket failed: {e}"));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_wire_carries_messages_both_ways_and_its_end() {
        for sockets in [None, Some(Sockets::Unix), Some(Sockets::Tcp)] {
            let wire = Wire::new(sockets).unwrap();
            let message = Message { user: 7, number: u32::MAX, sent: u64::MAX - 1 };
            for (inlet, mut outlet) in
                [(wire.client().0, wire.server().1), (wire.server().0, wire.client().1)]
            {
                inlet.send(message);
                inlet.close();
                assert_eq!(outlet.receive(), Some(message), "{sockets:?}");
                assert_eq!(outlet.receive(), None, "{sockets:?}");
            }
        }
    }
}
