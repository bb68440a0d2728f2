import { createSocket } from "node:dgram";
import { readVariable } from "#kernel/env";
import type { Logger } from "#kernel/logger";
import type {
	ForwardedConnection,
	ForwardedRole,
	ForwarderFigures,
	ForwarderListener,
	MediaForwarder,
	RoomRules,
} from "#modules/meetings/forwarding";
import { announcedAddresses, withoutCandidates } from "./candidates.ts";
import { NOTHING_COUNTED, OWN_LINES } from "./line.ts";
import type { FromWorker, ToWorker, WorkerFigures } from "./messages.ts";
import { WorkerProcess } from "./worker-process.ts";

/** The command of our own program that forwards media. */
export const MEDIA_WORKER = "media-worker";

/** How the media worker is run. */
export interface ForwarderOptions {
	/** Command that starts this program. */
	readonly program: readonly string[];
	/** Port of UDP; 0: a free one. */
	readonly port: number;
	/** Addresses or names under which browsers find this machine; empty: see `announcedAddresses`. */
	readonly hosts: readonly string[];
	/** Host of the public URL. */
	readonly publicHost: string;
	readonly log: Pick<Logger, "info" | "warn">;
}

/** Pause before the next start after an end; doubled by each further one, until one has lasted. */
const FIRST_PAUSE_MS = 500;
const MAX_PAUSE_MS = 30_000;
const LASTED_MS = 60_000;

/** Why a worker cannot run, as operators read it. */
const UNABLE = {
	no_library:
		"the library of the media worker cannot be loaded: there is none for this platform, or TMPDIR is read-only or noexec; " +
		"rooms of any size stay meshes",
	port_in_use: "the media worker cannot listen: MEDIA_PORT is in use by another program",
} as const;

/** Creates what runs the media worker. It dies alone: the server learns of it, and starts another one. */
export const createForwarder = (options: ForwarderOptions): MediaForwarder => new Forwarder(options);

class Forwarder implements MediaForwarder {
	readonly figures: ForwarderFigures = {
		connected: 0,
		packetsIn: 0,
		packetsOut: 0,
		dropped: { late: 0, limit: 0, refused: 0 },
		lagMs: 0,
		failures: 0,
	};
	isPossible = true;
	isAlive = false;
	port: number | null = null;
	readonly #options: ForwarderOptions;
	readonly #rooms = new Map<string, RoomRules>();
	#addresses: ReadonlySet<string> = new Set();
	#listener: ForwarderListener | null = null;
	#process: WorkerProcess | null = null;
	#timer: ReturnType<typeof setTimeout> | undefined;
	#pauseMs = FIRST_PAUSE_MS;
	#isEnding = false;
	/** What the present worker has counted so far. */
	#counted: Omit<WorkerFigures, "connected" | "lagMs"> = NOTHING_COUNTED;

	constructor(options: ForwarderOptions) {
		this.#options = options;
	}

	start(listener: ForwarderListener): void {
		this.#listener = listener;
		void this.#begin();
	}

	setRoom(roomId: string, rules: RoomRules): void {
		this.#rooms.set(roomId, rules);
		this.#tell({ do: "room", roomId, rules });
	}

	closeRoom(roomId: string): void {
		this.#rooms.delete(roomId);
	}

	isReachedAt(roomId: string, address: string, port: number): boolean {
		return this.isAlive && port === this.port && this.#addresses.has(address) && this.#rooms.has(roomId);
	}

	open(connection: ForwardedConnection): void {
		const rules = this.#rooms.get(connection.roomId);
		if (rules) this.#tell({ do: "open", rules, ...connection });
	}

	answer(id: string, sdp: string): void {
		this.#tell({ do: "answer", id, sdp: withoutCandidates(sdp) });
	}

	note(id: string, role: ForwardedRole): void {
		this.#tell({ do: "note", id, ...role });
	}

	close(id: string): void {
		this.#tell({ do: "close", id });
	}

	async end(): Promise<void> {
		this.#isEnding = true;
		clearTimeout(this.#timer);
		await this.#process?.end();
	}

	#tell(message: ToWorker): void {
		if (this.isAlive) this.#process?.tell(message);
	}

	/** Starts a worker. Never rejects. */
	async #begin(): Promise<void> {
		const { program, hosts, publicHost } = this.#options;
		const [port, addresses] = await Promise.all([
			this.port ?? (this.#options.port || freePort()),
			announcedAddresses(hosts, publicHost),
		]);
		if (this.#isEnding) return;
		this.port = port;
		this.#addresses = new Set(addresses);
		const startedAtMs = performance.now();
		const temporary = readVariable("TMPDIR");
		const started = new WorkerProcess({
			command: [...program, MEDIA_WORKER],
			// None of our variables, which hold secrets. The first one lets the system end it with this process, even if that is killed.
			env: { BUN_FEATURE_FLAG_NO_ORPHANS: "1", ...(temporary !== undefined && { TMPDIR: temporary }) },
			onMessage: (message) => this.#hear(message),
			onEnd: (how, lastWords) => this.#ended(how, lastWords, performance.now() - startedAtMs),
		});
		this.#process = started;
		this.#counted = NOTHING_COUNTED;
		started.tell({ do: "listen", port, addresses });
	}

	#hear(message: FromWorker): void {
		switch (message.is) {
			case "ready":
				this.isAlive = true;
				this.#options.log.info("the media worker is ready");
				this.#listener?.changed();
				return;
			case "unable":
				this.#options.log.warn(UNABLE[message.reason]);
				if (message.reason === "no_library") this.isPossible = false;
				void this.#process?.end();
				return;
			case "offered":
				this.#listener?.offered(message.id, message.sdp);
				return;
			case "lines":
				this.#listener?.shown(
					message.id,
					message.lines.map((participantId, n) => ({ mid: String(OWN_LINES + n), participantId })),
				);
				return;
			case "wanted":
				this.#listener?.wanted(message.id, message.picture);
				return;
			case "ended":
				this.#listener?.ended(message.id);
				return;
			case "pong":
				this.#count(message.figures);
		}
	}

	#count({ connected, lagMs, ...counted }: WorkerFigures): void {
		const { figures } = this;
		const before = this.#counted;
		this.#counted = counted;
		figures.connected = connected;
		figures.lagMs = lagMs;
		figures.packetsIn += counted.packetsIn - before.packetsIn;
		figures.packetsOut += counted.packetsOut - before.packetsOut;
		figures.dropped.late += counted.packetsLate - before.packetsLate;
		figures.dropped.limit += counted.packetsExcess - before.packetsExcess;
		figures.dropped.refused += counted.packetsRefused - before.packetsRefused;
	}

	#ended(how: string, lastWords: string, afterMs: number): void {
		const wasAlive = this.isAlive;
		this.isAlive = false;
		this.#process = null;
		this.figures.connected = 0;
		if (this.#isEnding || !this.isPossible) return;
		this.figures.failures++;
		if (afterMs > LASTED_MS) this.#pauseMs = FIRST_PAUSE_MS;
		if (wasAlive)
			this.#options.log.warn("the media worker exited; it is started again", { state: how, reason: lastWords });
		this.#timer = setTimeout(() => void this.#begin(), this.#pauseMs);
		this.#timer.unref();
		this.#pauseMs = Math.min(MAX_PAUSE_MS, 2 * this.#pauseMs);
		this.#rooms.clear();
		if (wasAlive) this.#listener?.changed();
	}
}

/** Returns a port of UDP that is free now. */
async function freePort(): Promise<number> {
	const socket = createSocket("udp4");
	await new Promise<void>((resolve) => socket.bind(0, "0.0.0.0", resolve));
	const { port } = socket.address();
	await new Promise<void>((resolve) => socket.close(resolve));
	return port;
}
