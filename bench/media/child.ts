/** What a child process tells: an answer to a question, or about one connection. */
interface Told {
	readonly ready?: true;
	readonly reply?: number;
	readonly values?: Values;
	readonly id?: string;
	readonly state?: RTCPeerConnectionState;
	readonly answer?: RTCSessionDescriptionInit;
}

/** Figures of a process. */
export type Values = Readonly<Record<string, number>>;

/** A process of the benchmark, pinned to one core. */
export interface Child {
	readonly pid: number;
	tell(message: object): void;
	ask(): Promise<Values>;
	kill(): Promise<void>;
}

/** Starts a source beside its packages, and waits until it is ready. @param hear gets what it says about connections */
export async function startChild(
	path: string,
	{ core, env = {} }: { readonly core: number; readonly env?: Readonly<Record<string, string>> },
	hear: (told: Told) => void,
): Promise<Child> {
	const ready = Promise.withResolvers<void>();
	const asked = new Map<number, PromiseWithResolvers<Values>>();
	let question = 0;
	const child = Bun.spawn(["taskset", "-c", String(core), process.execPath, path], {
		env: { ...process.env, ...env },
		stdio: ["ignore", "inherit", "inherit"],
		serialization: "json",
		ipc(told: Told) {
			if (told.ready) ready.resolve();
			else if (told.reply === undefined) hear(told);
			else asked.get(told.reply)?.resolve(told.values ?? {});
		},
		onExit(_, code) {
			const error = new Error(`${path} has ended with ${code}`);
			for (const { reject } of [ready, ...asked.values()]) reject(error);
		},
	});
	await ready.promise;
	return {
		pid: child.pid,
		tell: (message) => child.send(message),
		ask() {
			const reply = Promise.withResolvers<Values>();
			question += 1;
			asked.set(question, reply);
			child.send({ ask: question });
			return reply.promise;
		},
		async kill() {
			child.kill("SIGKILL");
			await child.exited;
		},
	};
}
