import { fileURLToPath } from "node:url";
import { loadNative } from "#adapters/forwarding/native";
import type { LiveSocket } from "./live.ts";
import { until } from "./until.ts";

/** Whether this platform has a media worker. */
export const hasMediaWorker = loadNative() !== null;

/** What the process of the crowd is told. */
export type CrowdMessage =
	| { readonly do: "come"; readonly id: string; readonly index: number; readonly sdp: string }
	| { readonly do: "act"; readonly id: string; readonly as: Acting }
	| { readonly do: "ask" };

/** What it says. */
export interface CrowdReply {
	readonly ready?: true;
	readonly id?: string;
	readonly answer?: string;
	readonly state?: string;
	readonly all?: Readonly<Record<string, Received>>;
}

/** How a person behaves. */
export interface Acting {
	/** 0…127; null: their microphone is off. */
	readonly loudness?: number | null;
	readonly isFilming?: boolean;
	/** Packets of sound each 20 ms; 1 by default. */
	readonly burst?: number;
}

/** What a person has received since the last question: packets, by the number of who sent them. */
export interface Received {
	readonly heard: Readonly<Record<string, number>>;
	readonly seen: Readonly<Record<string, number>>;
	/** When something came last, Unix ms; 0: never. */
	readonly lastMs: number;
	/** The same of a voice. */
	readonly lastHeardMs: number;
	/** The longest way of a packet of sound, in ms. */
	readonly delayMs: number;
	readonly isConnected: boolean;
}

/** Returns an answer of the library as a browser writes it. */
const asBrowser = (sdp: string): string =>
	sdp
		.replace(/^o=.*$/m, "o=- 1 2 IN IP4 127.0.0.1\r")
		.replace(/^s=.*$/m, "s=-\r")
		.replace(/\r\r\n/g, "\r\n");

/** A process of simulated people. */
export type Crowd = Awaited<ReturnType<typeof openCrowd>>;

/** Starts a process of simulated people. */
export async function openCrowd() {
	const ready = Promise.withResolvers<void>();
	let asked = Promise.withResolvers<Readonly<Record<string, Received>>>();
	const answers = new Map<string, (sdp: string) => void>();
	const states = new Map<string, string>();
	const path = fileURLToPath(new URL("./forwarded-crowd.ts", import.meta.url));
	const child = Bun.spawn([process.execPath, path], {
		stdio: ["ignore", "inherit", "inherit"],
		serialization: "json",
		ipc({ ready: isReady, id = "", answer, state, all }: CrowdReply) {
			if (isReady) ready.resolve();
			if (answer !== undefined) answers.get(id)?.(answer);
			if (state !== undefined) states.set(id, state);
			if (all) asked.resolve(all);
		},
	});
	await ready.promise;
	let pages = 0;
	const tell = (message: CrowdMessage): void => void child.send(message);

	return {
		/** Connects somebody to the media worker over their socket. */
		async connect(id: string, index: number, socket: LiveSocket, change = (sdp: string) => sdp): Promise<void> {
			const page = `page${pages++}`;
			states.delete(id);
			socket.send({ type: "signal", to: "media", data: { page, for: null, signal: { hello: true } } });
			const { data } = await socket.next("signal", (frame) => frame.from === "media" && frame.data.for === page);
			const answer = Promise.withResolvers<string>();
			answers.set(id, answer.resolve);
			tell({ do: "come", id, index, sdp: change(data.signal.description.sdp) });
			const description = { type: "answer", sdp: asBrowser(await answer.promise) };
			socket.send({ type: "signal", to: "media", data: { page, for: data.page, signal: { description } } });
			await until(() => states.get(id) === "connected");
		},

		act: (id: string, as: Acting): void => tell({ do: "act", id, as }),

		/** Returns what everybody has received since the last question. */
		async ask(): Promise<Readonly<Record<string, Received>>> {
			asked = Promise.withResolvers();
			tell({ do: "ask" });
			return asked.promise;
		},

		stateOf: (id: string): string | undefined => states.get(id),

		async close(): Promise<void> {
			child.kill("SIGKILL");
			await child.exited;
		},
	};
}
