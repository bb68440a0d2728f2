import { beforeEach, describe, expect, test } from "bun:test";
import { rm } from "node:fs/promises";
import { join } from "node:path";
import { createModelInstaller } from "#adapters/speech/models/installer";
import type { Caller } from "#tests/support/client";
import { temporaryDirectory } from "#tests/support/command";
import { forThisFile } from "#tests/support/for-this-file";
import { useHarness } from "#tests/support/harness";
import { openModelRegistry, SMALL_MODEL } from "#tests/support/model-registry";
import { codeOf } from "#tests/support/responses";
import { isInProcess } from "#tests/support/target";
import { until } from "#tests/support/until";

describe.skipIf(!isInProcess)("Speech models", async () => {
	const directory = temporaryDirectory();
	await forThisFile({ close: async () => directory.remove() });
	const registry = await forThisFile(openModelRegistry());
	const modelsDir = join(directory.path, "models");
	const models = createModelInstaller(modelsDir, { catalog: [SMALL_MODEL], from: registry.url });
	const api = await useHarness({ models, isServed: true });

	let system: Caller;
	beforeEach(async () => {
		system = api.as(await api.signInSystem());
		await system.post("/speech-models/download/cancel", {});
		await rm(modelsDir, { recursive: true, force: true });
		registry.sends = "whole";
	});
	const read = async () => (await system.get("/speech-models")).body.data;
	const start = (by: Caller = system) => by.post("/speech-models/download", { model: "base" });
	const cancel = () => system.post("/speech-models/download/cancel", {});
	const reaches = (state: string) => until(async () => (await read()).download.state === state);

	test("are downloaded, checked and installed", async () => {
		const before = await read();

		const started = await start();
		await reaches("installed");

		expect([started.status, started.body.data.state]).toEqual([202, "queued"]);
		expect(before.models).toEqual([
			{
				name: "base",
				about: "a small model",
				license: "MIT",
				sizeBytes: SMALL_MODEL.bytes,
				default: true,
				installed: false,
				packages: ["@someone/model@1.2.3"],
			},
		]);
		const { models: after, download } = await read();
		expect(after[0].installed).toBe(true);
		expect(download).toMatchObject({ receivedBytes: SMALL_MODEL.bytes, totalBytes: SMALL_MODEL.bytes, failure: null });
		expect(codeOf(await start())).toEqual([409, "state_conflict"]);
	});

	test("say how far a download is; there is one at a time, and it can be cancelled and resumed", async () => {
		registry.sends = "half";
		await start();
		await until(async () => (await read()).download.receivedBytes > 0);
		const { download } = await read();

		const second = await start();
		const cancelled = await cancel();
		const again = await cancel();

		expect(download).toMatchObject({ model: "base", state: "running", totalBytes: SMALL_MODEL.bytes });
		expect(download.receivedBytes).toBeLessThan(SMALL_MODEL.bytes);
		expect([codeOf(second), cancelled.body.data.state, codeOf(again)]).toEqual([
			[409, "state_conflict"],
			"cancelled",
			[409, "state_conflict"],
		]);
		registry.sends = "whole";
		await start();
		await reaches("installed");
		expect(registry.ranges.at(-1)).toMatch(/^bytes=[1-9]\d*-$/);
	});

	test("that are something else are not installed, and the failure says so", async () => {
		registry.sends = "other";
		await start();
		await reaches("failed");

		const { download, models: all } = await read();
		expect(download.failure.code).toBe("checksum_mismatch");
		expect(all[0].installed).toBe(false);
		registry.sends = "whole";
		await start();
		await reaches("installed");
	});

	test("that the registry does not have are refused by it", async () => {
		registry.sends = "missing";
		await start();
		await reaches("failed");

		expect((await read()).download.failure).toMatchObject({
			code: "source_refused",
			detail: expect.stringContaining("answered 404"),
		});
	});

	test("are for system administrators, and known by their names", async () => {
		const owner = await api.createOrganization();

		const answers = [await owner.get("/speech-models"), await start(owner)];
		const unknown = await system.post("/speech-models/download", { model: "huge" });

		expect(answers.map(codeOf)).toEqual([
			[403, "admin_required"],
			[403, "admin_required"],
		]);
		expect(codeOf(unknown)).toEqual([404, "not_found"]);
	});
});

describe("A registry that cannot be reached", () => {
	test("is named", async () => {
		const closed = openModelRegistry();
		await closed.close();
		const directory = temporaryDirectory();
		const installer = createModelInstaller(directory.path, { catalog: [SMALL_MODEL], from: closed.url });

		const failure = await installer.install("base", { signal: new AbortController().signal, onProgress() {} });
		directory.remove();

		expect(failure).toEqual({
			code: "source_unreachable",
			detail: `${new URL(closed.url).host} cannot be reached`,
		});
	}, 30_000);
});
