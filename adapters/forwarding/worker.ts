import { createSocket } from "node:dgram";
import type { RoomRules } from "#modules/meetings/forwarding";
import { encodeFrame, readFrames } from "../speech/frames.ts";
import { offerAt } from "./candidates.ts";
import { type ForwardingCounts, NOTHING_COUNTED } from "./line.ts";
import { Member } from "./member.ts";
import { type FromWorker, MAX_MESSAGE_BYTES, type ToWorker } from "./messages.ts";
import { loadNative, type Native, type NativeState } from "./native.ts";
import { ForwardedRoom } from "./room.ts";

/** How often the loudest are chosen, in ms. */
const CHOICE_MS = 20;
/** A timer that comes so late says that this process is behind, in ms. */
const BEHIND_MS = 100;
/** A connection that does not come about within this time ends, in ms. */
const CONNECT_MS = 30_000;

/** Runs the media worker: it reads messages from standard input, and ends with it. Logs nothing. */
export async function runMediaWorker(): Promise<void> {
	const native = loadNative();
	if (native === null) return tell({ is: "unable", reason: "no_library" });
	let worker: Worker | null = null;
	for await (const { header } of readFrames(Bun.stdin.stream(), MAX_MESSAGE_BYTES)) {
		const message = header as ToWorker;
		if (message.do !== "listen") worker?.hear(message);
		else if (await isFree(message.port)) {
			worker = new Worker(native, message.port, message.addresses);
			tell({ is: "ready" });
		} else return tell({ is: "unable", reason: "port_in_use" });
	}
	// The threads of the library would keep the process.
	process.exit();
}

/** One write is whole, so messages do not mix; what cannot be written is to a server that has ended. */
function tell(message: FromWorker): void {
	process.stdout.write(encodeFrame({ ...message }));
}

/** Whether a port of UDP can be listened on. */
async function isFree(port: number): Promise<boolean> {
	const socket = createSocket("udp4");
	const isBound = await new Promise<boolean>((resolve) => {
		socket.once("error", () => resolve(false));
		socket.bind(port, "0.0.0.0", () => resolve(true));
	});
	await new Promise<void>((resolve) => socket.close(resolve));
	return isBound;
}

class Worker {
	readonly #native: Native;
	readonly #port: number;
	readonly #addresses: readonly string[];
	readonly #rooms = new Map<string, ForwardedRoom>();
	readonly #members = new Map<string, Member>();
	readonly #counts: ForwardingCounts = { ...NOTHING_COUNTED };
	/** When the loudest are to be chosen again, and when the timer should come. */
	#choiceAtMs = 0;
	#timerAtMs = performance.now() + CHOICE_MS;
	#lagMs = 0;

	constructor(native: Native, port: number, addresses: readonly string[]) {
		this.#native = native;
		this.#port = port;
		this.#addresses = addresses;
		setInterval(() => {
			const nowMs = performance.now();
			this.#lagMs = Math.max(this.#lagMs, nowMs - this.#timerAtMs);
			this.#timerAtMs = nowMs + CHOICE_MS;
			this.#choose(nowMs);
			this.#expire(nowMs);
		}, CHOICE_MS);
	}

	hear(message: Exclude<ToWorker, { do: "listen" }>): void {
		switch (message.do) {
			case "room":
				this.#rooms.get(message.roomId)?.change(message.rules);
				return;
			case "open":
				this.#open(message);
				return;
			case "answer":
				this.#answer(message.id, message.sdp);
				return;
			case "note":
				this.#note(message);
				return;
			case "close":
				this.#close(message.id);
				return;
			case "ping":
				this.#pong();
		}
	}

	#roomOf(roomId: string, rules: RoomRules): ForwardedRoom {
		const known = this.#rooms.get(roomId);
		if (known) return known;
		const room = new ForwardedRoom(rules, this.#counts, {
			shown: ({ id }, lines) => tell({ is: "lines", id, lines }),
			wanted: ({ id }, picture) => tell({ is: "wanted", id, picture }),
		});
		this.#rooms.set(roomId, room);
		return room;
	}

	#open({ id, roomId, participantId, canRun, sharesScreen, rules }: Extract<ToWorker, { do: "open" }>): void {
		const room = this.#roomOf(roomId, rules);
		try {
			const member = new Member({
				id,
				participantId,
				canRun,
				sharesScreen,
				room,
				native: this.#native,
				port: this.#port,
				counts: this.#counts,
				isBehind: () => this.#isBehind(),
				events: {
					offered: (sdp) => tell({ is: "offered", id, sdp: offerAt(this.#addresses, this.#port, sdp) }),
					state: (state) => this.#noteState(id, state),
				},
			});
			this.#members.set(id, member);
			room.members.add(member);
		} catch {
			this.#end(id);
		}
	}

	/** Takes an answer; one that the library does not understand ends its connection, not this process. */
	#answer(id: string, sdp: string): void {
		try {
			this.#members.get(id)?.answer(sdp);
		} catch {
			this.#end(id);
		}
	}

	#note({ id, canRun, sharesScreen }: Extract<ToWorker, { do: "note" }>): void {
		const member = this.#members.get(id);
		if (!member) return;
		member.sharesScreen = sharesScreen;
		if (member.canRun === canRun) return;
		member.canRun = canRun;
		member.room.change(member.room.rules);
	}

	#noteState(id: string, state: NativeState): void {
		if (state === "failed" || state === "closed") this.#end(id);
	}

	/** Ends a connection, and says so. */
	#end(id: string): void {
		this.#close(id);
		tell({ is: "ended", id });
	}

	#close(id: string): void {
		const member = this.#members.get(id);
		if (!member) return;
		this.#members.delete(id);
		member.room.leave(member);
		member.close();
		if (member.room.members.size > 0) return;
		for (const [roomId, room] of this.#rooms) if (room === member.room) this.#rooms.delete(roomId);
	}

	#expire(nowMs: number): void {
		for (const [id, { isConnected, openedAtMs }] of this.#members)
			if (!isConnected && nowMs - openedAtMs > CONNECT_MS) this.#end(id);
	}

	#choose(nowMs: number): void {
		this.#choiceAtMs = nowMs + CHOICE_MS;
		for (const room of this.#rooms.values()) room.choose(nowMs);
	}

	/** Whether this process is late. Timers wait behind packets, so what they should have done is done here as well. */
	#isBehind(): boolean {
		const nowMs = performance.now();
		if (nowMs - this.#choiceAtMs > CHOICE_MS) this.#choose(nowMs);
		return nowMs - this.#timerAtMs > BEHIND_MS;
	}

	#pong(): void {
		const connected = [...this.#members.values()].filter(({ isConnected }) => isConnected).length;
		tell({ is: "pong", figures: { ...this.#counts, connected, lagMs: this.#lagMs } });
		this.#lagMs = 0;
	}
}
