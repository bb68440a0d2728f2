import { announcedAddresses } from "#adapters/forwarding/candidates";
import { MEDIA_WORKER } from "#adapters/forwarding/forwarder";
import type { FromWorker, ToWorker } from "#adapters/forwarding/messages";
import { WorkerProcess } from "#adapters/forwarding/worker-process";
import { residentBytes } from "#adapters/speech/child-process";
import { ownProgram } from "#src/own-program";
import { cpuSecondsOf } from "../support/child-cpu.ts";
import type { Values } from "./child.ts";

/** The media worker of the program, pinned to one core. */
export interface Worker {
	tell(message: ToWorker): void;
	ask(): Promise<Values>;
	kill(): Promise<void>;
}

/** Starts the media worker, and waits until it listens. @param hear gets what it says about connections */
export async function startWorker(
	{ core, port }: { readonly core: number; readonly port: number },
	hear: (message: FromWorker) => void,
): Promise<Worker> {
	const ready = Promise.withResolvers<void>();
	let asked = Promise.withResolvers<Values>();
	/** The longest that work has waited since the last question: the program asks each second. */
	let lagMs = 0;
	const worker = new WorkerProcess({
		command: ["taskset", "-c", String(core), ...ownProgram(), MEDIA_WORKER],
		env: { PATH: "/usr/bin:/bin" },
		onMessage(message) {
			if (message.is === "ready") ready.resolve();
			else if (message.is === "pong") {
				lagMs = Math.max(lagMs, message.figures.lagMs);
				const { connected, packetsIn, packetsOut, packetsRefused, packetsLate } = message.figures;
				const load = { cpuMs: 1_000 * cpuSecondsOf(worker.pid), mib: (residentBytes(worker.pid) ?? 0) / 2 ** 20 };
				asked.resolve({
					connected,
					in: packetsIn,
					out: packetsOut,
					refused: packetsRefused,
					late: packetsLate,
					lagMs,
					...load,
				});
			} else hear(message);
		},
		onEnd: (how) => ready.reject(new Error(`the media worker has ended: ${how}`)),
	});
	// Browsers do not reach loopback addresses from others.
	worker.tell({ do: "listen", port, addresses: await announcedAddresses([], "localhost") });
	await ready.promise;
	return {
		tell: (message) => worker.tell(message),
		async ask() {
			asked = Promise.withResolvers();
			worker.tell({ do: "ping" });
			const values = await asked.promise;
			lagMs = 0;
			return values;
		},
		kill: () => worker.end(),
	};
}
