/** Packets that wait while the socket is opened: the first checks of a browser. */
const MAX_WAITING = 8;
const HERE = "127.0.0.1";

/**
 * The way of one allocation to the media worker on this machine: a socket of UDP that is connected to its port, and neither
 * sends to another one nor hears it.
 */
export class MediaLink {
	#socket: Bun.udp.ConnectedSocket<"buffer"> | null = null;
	#waiting: Buffer[] = [];
	#isClosed = false;

	/** @param onPacket gets what comes back, whose memory is not the receiver's to keep */
	constructor(port: number, onPacket: (data: Buffer) => void) {
		void this.#open(port, onPacket);
	}

	/** Sends a packet; what cannot be sent is lost, as on any network. */
	send(data: Buffer): void {
		if (this.#socket) this.#socket.send(data);
		else if (this.#waiting.length < MAX_WAITING) this.#waiting.push(Buffer.from(data));
	}

	close(): void {
		this.#isClosed = true;
		this.#waiting = [];
		this.#socket?.close();
		this.#socket = null;
	}

	/** Never rejects: without it, packets are lost. */
	async #open(port: number, onPacket: (data: Buffer) => void): Promise<void> {
		const socket = await Bun.udpSocket({
			hostname: HERE,
			connect: { hostname: HERE, port },
			socket: {
				data: (_, data) => onPacket(data),
				// The worker is gone: its room is told.
				error: () => {},
			},
		}).catch(() => null);
		if (socket === null) return;
		if (this.#isClosed) return socket.close();
		this.#socket = socket;
		for (const data of this.#waiting) socket.send(data);
		this.#waiting = [];
	}
}
