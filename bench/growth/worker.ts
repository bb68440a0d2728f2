import { join } from "node:path";
import type { SizeName } from "../../scripts/grow/plan.ts";
import { type Copy, copyOf } from "./databases.ts";
import type { Report, Task } from "./messages.ts";

/** The product on the database of one size, in a process of its own. */
export class Worker {
	readonly size: SizeName;
	readonly #copy: Copy;
	readonly #child: Bun.Subprocess;
	#waiting = Promise.withResolvers<Report>();

	private constructor(size: SizeName, copy: Copy) {
		this.size = size;
		this.#copy = copy;
		this.#child = Bun.spawn([process.execPath, join(import.meta.dir, "../servers/growth.ts")], {
			env: { ...process.env, NODE_ENV: "production", DATABASE_URL: copy.url },
			stdio: ["ignore", "inherit", "inherit"],
			ipc: (report: Report) => this.#waiting.resolve(report),
			onExit: () => this.#waiting.reject(new Error(`the program on the ${size} database ended`)),
		});
	}

	/** Starts it on a copy of the grown database. @throws Error with the operations that are not measured */
	static async start(size: SizeName, server: string | undefined): Promise<Worker> {
		const worker = new Worker(size, await copyOf(size, server));
		const { failure } = await worker.#waiting.promise;
		if (failure !== undefined) {
			await worker.stop();
			throw new Error(failure);
		}
		return worker;
	}

	/** Has it do one thing; what fails is in the report. */
	ask(task: Task): Promise<Report> {
		this.#waiting = Promise.withResolvers<Report>();
		this.#child.send(task);
		return this.#waiting.promise;
	}

	/** Ends it and removes the copy. */
	async stop(): Promise<void> {
		this.#waiting.promise.catch(() => undefined);
		if (this.#child.exitCode === null) this.#child.disconnect(); // It ends itself then, and removes its folder.
		await this.#child.exited;
		await this.#copy.drop();
	}
}
