import { join } from "node:path";
import { LOAD_CORE } from "./server.ts";

/** The connections that a process of readers opens. */
export interface Wanted {
	/** `http://host:port`. */
	readonly url: string;
	/** With its query. */
	readonly path: string;
	readonly headers: Readonly<Record<string, string>>;
	readonly count: number;
	/** A text that each sends when it is open, shorter than 126 characters. */
	readonly greeting?: string;
}

/** What readers have received since they were told to count. */
export interface Report {
	/** Messages of all of them. */
	readonly received: number;
	/** Messages of the reader that got fewest, and most. */
	readonly fewest: number;
	readonly most: number;
	/** Connections that ended. */
	readonly closed: number;
	/** From sending to arrival, of every sixteenth reader. */
	readonly p50Ms: number;
	readonly p99Ms: number;
	readonly maxMs: number;
	/** CPU time that the readers have taken. */
	readonly cpuMs: number;
}

/** Readers in a process of their own, on the core of the load. */
export interface Readers {
	/** Counts anew. */
	start(): Promise<void>;
	/**
	 * Waits until every reader has so many messages, or nothing has come for a second.
	 * @returns the last report
	 */
	settle(messages: number): Promise<Report>;
	close(): Promise<void>;
}

/** Opens connections; resolves when all are open. @throws Error when one is refused */
export async function openReaders(wanted: Wanted): Promise<Readers> {
	const script = join(import.meta.dir, "../load/live-readers.ts");
	const child = Bun.spawn(["taskset", "-c", String(LOAD_CORE), process.execPath, script], {
		stdin: "pipe",
		stdout: "pipe",
		stderr: "inherit",
	});
	const reader = child.stdout.pipeThrough(new TextDecoderStream()).getReader();
	let text = "";
	async function line(): Promise<string> {
		for (;;) {
			const end = text.indexOf("\n");
			if (end >= 0) {
				const found = text.slice(0, end);
				text = text.slice(end + 1);
				return found;
			}
			const { value, done } = await reader.read();
			if (done) throw new Error("the readers ended");
			text += value;
		}
	}
	async function say(word: string): Promise<string> {
		void child.stdin.write(`${word}\n`);
		await child.stdin.flush();
		return line();
	}
	await say(JSON.stringify(wanted));
	return {
		start: async () => void (await say("start")),
		async settle(messages) {
			let last = -1;
			for (;;) {
				const report = JSON.parse(await say("report")) as Report;
				if (report.fewest >= messages || report.received === last) return report;
				last = report.received;
				await Bun.sleep(1000);
			}
		},
		async close() {
			child.kill();
			await child.exited;
		},
	};
}
