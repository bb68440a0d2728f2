import { describe, expect, test } from "bun:test";
import { type SignedIn, useHarness } from "#tests/support/harness";
import { codeOf } from "#tests/support/responses";
import { inProcessDescribe } from "#tests/support/target";
import { uploading } from "#tests/support/uploading";
import { wavOf } from "#tests/support/wav";

const WAV = wavOf(60_000);
const api = await useHarness();

/** A body that gives its first half, then whatever `proceed` waits for, then the rest. */
function interrupted(content: Uint8Array): { readonly body: ReadableStream<Uint8Array>; proceed(): void } {
	const { promise, resolve } = Promise.withResolvers<void>();
	const half = content.length / 2;
	const body = new ReadableStream<Uint8Array>({
		async start(controller) {
			controller.enqueue(content.slice(0, half));
			await promise;
			controller.enqueue(content.slice(half));
			controller.close();
		},
	});
	return { body, proceed: resolve };
}

async function running(owner: SignedIn) {
	const uploads = uploading(api, owner);
	const { body } = await uploads.announce(WAV.length);
	const { uploadId, meetingId } = body.data;
	const stream = interrupted(WAV);
	const sent = uploads.patch(uploadId, 0, stream.body);
	await Bun.sleep(50);
	return { uploads, uploadId, meetingId, sent, proceed: stream.proceed };
}

inProcessDescribe("a request that is sending bytes", () => {
	test("is refused at its end when the organization was suspended meanwhile, and what came stays", async () => {
		const owner = await api.createOrganization();
		const { uploads, uploadId, sent, proceed } = await running(owner);
		const token = await api.signInSystem();

		await api.request("POST", `/orgs/${owner.orgId}/suspend`, { token, body: {} });
		proceed();

		expect(codeOf(await sent)).toEqual([403, "organization_suspended"]);
		await api.request("POST", `/orgs/${owner.orgId}/resume`, { token, body: {} });
		const offset = Number((await uploads.head(uploadId)).headers.get("upload-offset"));
		expect([0, 30_000, 60_000]).toContain(offset); // As far as it had come.
		expect((await uploads.patch(uploadId, offset, WAV.slice(offset))).status).toBe(204);
	});

	test("makes no recording when its sender was removed meanwhile", async () => {
		const owner = await api.createOrganization();
		const host = await api.addMember(owner, "admin");
		const { uploadId, sent, proceed } = await running(host);

		await api.request("DELETE", `/orgs/${owner.orgId}/members/${host.userId}`, { token: owner.token });
		proceed();

		expect(codeOf(await sent)).toEqual([401, "token_revoked"]);
		const left = await uploading(api, owner).get(uploadId);
		expect(left.body.data).toMatchObject({ state: "open", recordingId: null });
	});

	test("finds its meeting gone when that was deleted meanwhile, and nothing of it is left", async () => {
		const owner = await api.createOrganization();
		const { uploadId, meetingId, uploads, sent, proceed } = await running(owner);

		await api.request("DELETE", `/meetings/${meetingId}`, { token: owner.token });
		while ((await api.parley.services.jobs.runDue()) > 0);
		proceed();

		expect(codeOf(await sent)).toEqual([404, "not_found"]);
		expect((await uploads.get(uploadId)).status).toBe(404);
		const glob = new Bun.Glob(`blobs/${owner.orgId}/**/*`);
		expect(await Array.fromAsync(glob.scan({ cwd: api.config.dataDir, dot: true }))).toEqual([]);
	});

	test("keeps others from the upload, until it stalls: then the next one goes on", async () => {
		const owner = await api.createOrganization();
		const { uploads, uploadId, sent, proceed } = await running(owner);

		const refused = await uploads.patch(uploadId, 0, WAV);
		await Bun.sleep(2_500);
		const offset = Number((await uploads.head(uploadId)).headers.get("upload-offset"));
		const next = await uploads.patch(uploadId, offset, WAV.slice(offset));
		proceed();

		expect([423, 409]).toContain(refused.status);
		expect(next.status).toBe(204);
		expect((await sent).status).toBeGreaterThanOrEqual(200);
		expect((await uploads.get(uploadId)).body.data.state).toBe("finished");
	});

	test("is over when its client goes away, and what came stays", async () => {
		const owner = await api.createOrganization();
		const uploads = uploading(api, owner);
		const { body } = await uploads.announce(WAV.length);
		const pieces = [WAV.slice(0, 12_345)];
		// What is enqueued and not yet taken when a stream breaks is lost, so it breaks when the next piece is asked for.
		const broken = new ReadableStream<Uint8Array>(
			{
				pull(controller) {
					const piece = pieces.shift();
					if (piece === undefined) controller.error(new Error("the network is gone"));
					else controller.enqueue(piece);
				},
			},
			{ highWaterMark: 0 },
		);

		await uploads.patch(body.data.uploadId, 0, broken).catch(() => undefined);

		const { headers } = await uploads.head(body.data.uploadId);
		expect(headers.get("upload-offset")).toBe("12345");
	});
});

describe("options", () => {
	test("tell what the protocol can do", async () => {
		const { status, headers } = await api.request("OPTIONS", "/uploads/upl_01jd0z7v9gf2nbrexx3vqjhp41");

		expect(status).toBe(204);
		expect(headers.get("tus-version")).toBe("1.0.0");
		expect(headers.get("tus-extension")).toBe(
			"creation-with-upload,creation,creation-defer-length,checksum,expiration,termination",
		);
		expect(headers.get("tus-max-size")).toBe(String(10 * 1024 ** 3));
		expect(headers.get("tus-checksum-algorithm")).toBe("sha1,sha256,md5");
	});

	test("of another version are refused, saying which there is", async () => {
		const owner = await api.createOrganization();
		const uploads = uploading(api, owner);
		const { body } = await uploads.announce(WAV.length);

		const refused = await uploads.patch(body.data.uploadId, 0, WAV, { "tus-resumable": "0.2.2" });

		expect(codeOf(refused)).toEqual([412, "precondition_failed"]);
		expect([refused.headers.get("tus-version"), refused.headers.get("tus-resumable")]).toEqual(["1.0.0", "1.0.0"]);
	});
});
