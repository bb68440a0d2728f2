import type { Person } from "#tests/support/school";
import { QUEUES } from "./queues.ts";

/** What a flood needs to know, as JSON in the first argument. */
export interface FloodOptions {
	/** Name of the queue. */
	readonly name: string;
	readonly base: string;
	/** URL of the receiver of webhooks, without its path. */
	readonly receiverUrl: string;
	readonly by: Person;
}

/** Floods a queue in a process of its own, until it is terminated: then it prints how often the thing was done. */
async function flood({ name, by, ...installation }: FloodOptions): Promise<void> {
	const queue = QUEUES[name];
	if (queue === undefined) throw new Error(`there is no queue ${name}`);
	const again = await queue.flood(installation, by);
	let count = 0;
	process.on("SIGTERM", () => {
		process.stdout.write(`${count}\n`);
		process.exit();
	});
	process.stdout.write("ready\n");
	await Promise.all(
		Array.from({ length: queue.width }, async () => {
			for (;;) {
				await again();
				count++;
			}
		}),
	);
}

await flood(JSON.parse(process.argv[2] ?? "") as FloodOptions);
