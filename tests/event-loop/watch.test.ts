/** The watch over the requests of all tests notices what keeps the event loop, and only that. */
import { describe, expect, test } from "bun:test";
import { Elysia } from "elysia";
import { LoopWatch } from "../support/loop-watch.ts";
import { inProcessDescribe } from "../support/target.ts";
import { cpuMs } from "../support/thread-cpu.ts";

/** Keeps the loop for this CPU time. */
function spin(ms: number): void {
	for (const endMs = cpuMs() + ms; cpuMs() < endMs; );
}

async function spinInPortions(ms: number): Promise<void> {
	for (let spunMs = 0; spunMs < ms; spunMs += 2) {
		spin(2);
		await new Promise(setImmediate);
	}
}

let isFirst = true;

const app = new Elysia()
	.get("/busy", () => {
		spin(60);
		return "done";
	})
	.get("/busy-once", () => {
		if (isFirst) spin(60);
		isFirst = false;
		return "done";
	})
	.get("/busy-later", async () => {
		await Bun.sleep(5);
		spin(60);
		return "done";
	})
	.get("/busy-body", () => {
		const body = new ReadableStream({
			async pull(controller) {
				await Bun.sleep(5);
				spin(60);
				controller.enqueue("done");
				controller.close();
			},
		});
		return new Response(body);
	})
	.get("/waiting", async () => {
		await Bun.sleep(200);
		return "done";
	})
	.get("/portions", async () => {
		await spinInPortions(60);
		return "done";
	})
	.post("/busy/:ms", ({ params }) => {
		spin(Number(params.ms));
		return "done";
	})
	.post("/portions", async () => {
		await spinInPortions(200);
		return "done";
	});

function prepare(method: string, path: string): () => Promise<Response> {
	const request = new Request(`http://localhost${path}`, { method });
	return () => app.handle(request);
}

const openWatch = () => new LoopWatch(async (method, path) => `${method} ${path.replace(/\d+$/, "{ms}")}`);

/** Sends requests one after the other, and returns what the watch says of them. */
async function faultsOf(method: string, paths: readonly string[]): Promise<string[]> {
	const watch = openWatch();
	for (const path of paths) {
		const { response, bytes } = await watch.send(method, path, () => prepare(method, path));
		expect([response.status, new TextDecoder().decode(bytes)]).toEqual([200, "done"]);
	}
	return watch.close();
}

inProcessDescribe("the watch over requests", () => {
	describe("notices a read that keeps the event loop", () => {
		test.each(["/busy", "/busy-later", "/busy-body"])("%s", async (path) => {
			const faults = await faultsOf("GET", [path]);

			expect(faults).toEqual([expect.stringContaining(`GET ${path} kept the event loop for `)]);
		});
	});

	test("fails the test whose read it was", async () => {
		const watch = openWatch();
		await watch.send("GET", "/busy", () => prepare("GET", "/busy"));

		await expect(watch.afterTest()).rejects.toThrow("GET /busy kept the event loop");
	});

	test("notices an operation that keeps it with most changes", async () => {
		const faults = await faultsOf("POST", ["/busy/60", "/busy/61", "/busy/0", "/busy/62", "/busy/63"]);

		expect(faults).toEqual([expect.stringContaining("most of 5 POST /busy/{ms} 200 kept the event loop for 6")]);
	});

	test("notices a single change that keeps it for long", async () => {
		const faults = await faultsOf("POST", ["/busy/900"]);

		expect(faults).toEqual([expect.stringContaining("POST /busy/900 kept the event loop for 9")]);
	});

	describe("is silent about a request", () => {
		test.each([
			["that waits", "GET", "/waiting"],
			["that gives others their turn", "GET", "/portions"],
			["whose change does", "POST", "/portions"],
			["that is slow once, as when its code is loaded", "GET", "/busy-once"],
		])("%s", async (_, method, path) => {
			expect(await faultsOf(method, [path])).toEqual([]);
		});
	});
});
