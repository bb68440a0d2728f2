import { join } from "node:path";
import { withoutCandidates } from "#adapters/forwarding/candidates";
import type { Visitor } from "./browsers.ts";
import { type Child, startChild, type Values } from "./child.ts";
import { startWorker, type Worker } from "./worker.ts";

/** Who comes to a room. */
export interface Guests {
	readonly simulated: number;
	/** Whether simulated people send pictures. */
	readonly pictures: boolean;
	readonly visitors?: readonly Visitor[];
	/** Cores of the worker, and of the simulated people. */
	readonly cores: readonly [worker: number, people: number];
	/** Port of UDP for all connections; 0: a port each. */
	readonly port: number;
}

const DEADLINE_MS = 60_000;

/** A room whose media goes through a worker. */
export interface Room {
	readonly worker: Worker;
	readonly people: Child;
	/** Time from the first offer until all were connected, in ms. */
	readonly connectedMs: number;
	/** Has one simulated person come, or come again, and waits until it is connected. */
	come(index: number): Promise<void>;
	go(index: number): Promise<void>;
	close(): Promise<void>;
}

/** Opens a room, and waits until everybody is connected. @throws Error after a minute */
export async function openRoom({ simulated, pictures, visitors = [], cores, port }: Guests): Promise<Room> {
	const states = new Map<string, string>();
	const answering = new Map(visitors.map((visitor, n) => [`visitor${n}`, visitor]));
	let people: Child | null = null;
	const worker = await startWorker({ core: cores[0], port }, (message) => {
		if (message.is === "ended") states.set(message.id, "failed");
		if (message.is !== "offered") return;
		const { id, sdp } = message;
		const offer = { type: "offer", sdp } as const;
		const visitor = answering.get(id);
		if (visitor) void visitor.answer(offer).then((answer) => accept(id, answer));
		else
			people?.tell({
				come: { id, index: Number(id.slice(6)), hasPicture: pictures, isQuiet: visitors.length > 0, offer },
			});
	});
	const accept = (id: string, { sdp = "" }: RTCSessionDescriptionInit): void =>
		worker.tell({ do: "answer", id, sdp: withoutCandidates(sdp) });
	people = await startChild(join(import.meta.dir, "people.ts"), { core: cores[1] }, ({ id = "", answer, state }) => {
		if (state) states.set(id, state);
		if (answer) accept(id, answer);
	});
	const rules = { isHeld: false, camerasForHosts: false };
	const joins = (id: string) =>
		worker.tell({ do: "open", id, roomId: "room", participantId: id, canRun: false, sharesScreen: false, rules });
	const until = async (isDone: () => boolean | Promise<boolean>, subject: string): Promise<void> => {
		const startMs = performance.now();
		while (!(await isDone())) {
			if (performance.now() - startMs > DEADLINE_MS) throw new Error(`${subject}: not within a minute`);
			await Bun.sleep(5);
		}
	};
	const isIn = (id: string) => states.get(id) === "connected";
	const ids = [...Array.from({ length: simulated }, (_, n) => `person${n}`), ...answering.keys()];
	const startMs = performance.now();
	for (const id of ids) joins(id);
	await until(async () => (await worker.ask()).connected === ids.length, "connections");
	const connectedMs = performance.now() - startMs;
	people.tell({ talk: true });
	const crowd = people;
	return {
		worker,
		people,
		connectedMs,
		async come(index) {
			const id = `person${index}`;
			states.delete(id);
			joins(id);
			await until(() => isIn(id), id);
		},
		async go(index) {
			crowd.tell({ go: `person${index}` });
			worker.tell({ do: "close", id: `person${index}` });
			await worker.ask();
		},
		async close() {
			await Promise.all([worker.kill(), crowd.kill()]);
		},
	};
}

/** What went through a room for a while. */
export interface Passed {
	readonly inPerSecond: number;
	readonly outPerSecond: number;
	/** Share of a core that the worker took. */
	readonly cpu: number;
	/** CPU time of a packet sent, in µs; what was received for it included. */
	readonly micros: number;
	readonly mib: number;
	/** Packets that connections did not take. */
	readonly refused: number;
	/** Packets that the worker dropped because they were too old. */
	readonly late: number;
	/** The longest that work waited for the worker, in ms. */
	readonly lagMs: number;
	/** What simulated people noted. */
	readonly people: Values;
}

/** Measures a room for so many seconds. */
export async function measure({ worker, people }: Room, seconds: number): Promise<Passed> {
	await Bun.sleep(2_000); // compiled before anything counts, and the pictures begun
	people.tell({ forget: true });
	const before = await worker.ask();
	const startMs = performance.now();
	await Bun.sleep(seconds * 1_000);
	const [after, noted] = await Promise.all([worker.ask(), people.ask()]);
	const ms = performance.now() - startMs;
	const more = (figure: string) => (after[figure] ?? 0) - (before[figure] ?? 0);
	return {
		inPerSecond: (more("in") * 1_000) / ms,
		outPerSecond: (more("out") * 1_000) / ms,
		cpu: more("cpuMs") / ms,
		micros: (more("cpuMs") * 1_000) / more("out"),
		mib: after.mib ?? 0,
		refused: more("refused"),
		late: more("late"),
		lagMs: after.lagMs ?? 0,
		people: noted,
	};
}
