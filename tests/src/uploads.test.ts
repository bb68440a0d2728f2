import { afterAll, beforeAll, expect, test } from "bun:test";
import { MEASURED } from "#tests/support/measured-limit";
import { inProcessDescribe } from "../support/target.ts";
import { uploadByClient } from "../support/tus-client.ts";
import { startUploadingServer, type UploadingServer, writeLargeWav } from "../support/uploading-server.ts";

/** `PARLEY_TEST_LARGE=1` uploads 1 GiB, as the measurements do. */
const SIZE = (Bun.env.PARLEY_TEST_LARGE ? 1024 : 64) * 1024 ** 2;
const CHUNK = 8 * 1024 ** 2;
const MIB = 1024 ** 2;

inProcessDescribe("tus-js-client, against a server of its own", () => {
	let server: UploadingServer;
	let file: Awaited<ReturnType<typeof writeLargeWav>>;
	beforeAll(async () => {
		server = await startUploadingServer();
		file = await writeLargeWav(server.folder, SIZE);
	}, 120_000);
	afterAll(() => server.close());

	async function hashOf(uploadId: string): Promise<string> {
		const { data } = (await (await server.request("GET", `/uploads/${uploadId}`)).json()) as { data: Upload };
		const content = await server.request("GET", `/meetings/${data.meetingId}/recordings/${data.recordingId}/content`);
		const hash = new Bun.CryptoHasher("sha256");
		for await (const chunk of content.body ?? []) hash.update(chunk);
		return hash.digest("hex");
	}

	test("uploads over kills of the server, and the recording has the same hash", async () => {
		const { uploadUrl, uploadId } = await server.announce(SIZE, { sha256: file.sha256 });
		const kills = [0.2, 0.6].map((part) => part * SIZE);
		let restarted: Promise<void> = Promise.resolve();

		await uploadByClient({
			url: uploadUrl,
			token: server.token,
			path: file.path,
			sizeBytes: SIZE,
			chunkBytes: CHUNK,
			onAccepted(accepted) {
				if (accepted < (kills[0] ?? Number.POSITIVE_INFINITY)) return;
				kills.shift();
				restarted = server.kill().then(server.start);
			},
		});
		await restarted;

		expect(kills).toEqual([]);
		expect(await hashOf(uploadId)).toBe(file.sha256);
	}, 600_000);

	test(
		"uploads in one request, and memory stays flat",
		async () => {
			const { uploadUrl, uploadId } = await server.announce(SIZE);
			await server.request("GET", "/version");
			const before = await server.rss();
			let most = 0;
			const sampling = setInterval(async () => {
				most = Math.max(most, (await server.rss()) - before);
			}, 20);

			const chunkBytes = Number.POSITIVE_INFINITY;
			const upload = { url: uploadUrl, token: server.token, path: file.path, sizeBytes: SIZE, chunkBytes };
			await uploadByClient(upload).finally(() => clearInterval(sampling));

			expect(await hashOf(uploadId)).toBe(file.sha256);
			expect(most / MIB).toBeLessThan(64);
		},
		{ ...MEASURED, timeout: 600_000 },
	);

	test("gives up where another one sends to the same address, and nothing is damaged", async () => {
		const { uploadUrl, uploadId } = await server.announce(SIZE);
		const upload = { url: uploadUrl, token: server.token, path: file.path, sizeBytes: SIZE, chunkBytes: CHUNK };

		const both = await Promise.allSettled(
			[1, 2].map(() => uploadByClient({ ...upload, retryDelaysMs: [50, 100, 200, 400, 800, 1600] })),
		);

		expect(both.map(({ status }) => status)).toContain("fulfilled");
		expect(await hashOf(uploadId)).toBe(file.sha256);
	}, 600_000);
});

interface Upload {
	readonly meetingId: string;
	readonly recordingId: string;
}
