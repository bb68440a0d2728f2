import { describe, expect, test } from "bun:test";
import { type Harness, type HarnessOptions, openHarness, PASSWORD } from "#tests/support/harness";
import { codeOf } from "#tests/support/responses";
import { inProcessDescribe } from "#tests/support/target";
import { uploading } from "#tests/support/uploading";

const GIB = 1024 ** 3;
const MIB = 1024 ** 2;
const HOUR_MS = 3_600_000;

/** Calls `test` with an application that has this much room for uploads. */
async function within(options: HarnessOptions, test: (api: Harness) => Promise<void>): Promise<void> {
	const api = await openHarness(options);
	try {
		await test(api);
	} finally {
		await api.close();
	}
}

const ofGib = (gib: number): HarnessOptions => ({ env: { UPLOAD_PENDING_GB: String(gib) } });

/** Sends requests of uploads as the owner of a new organization. */
async function uploader(api: Harness) {
	const owner = await api.createOrganization();
	const uploads = uploading(api, owner);
	await uploads.workspace();
	return Object.assign(uploads, { owner });
}

type Uploader = Awaited<ReturnType<typeof uploader>>;

/** Announces uploads until one is refused, and returns their number and the refusal. */
async function announceAll(uploads: Uploader, size: number) {
	for (let count = 0; ; count++) {
		const answer = await uploads.announce(size);
		if (answer.status !== 201) return { count, refusal: answer };
	}
}

async function send(uploads: Uploader, uploadId: string, bytes: number): Promise<void> {
	const { status, text } = await uploads.patch(uploadId, 0, new Uint8Array(bytes));
	if (status !== 204) throw new Error(`sending was answered ${status} ${text}`);
}

describe("room", () => {
	test("is refused to what cannot fit, whatever is reserved", () =>
		within(ofGib(5), async (api) => {
			const uploads = await uploader(api);
			const first = await uploads.announce(2 * GIB);

			const large = await uploads.announce(6 * GIB);
			const second = await uploads.announce(4 * GIB);

			expect([first.status, second.status]).toEqual([201, 201]);
			expect(codeOf(large)).toEqual([413, "payload_too_large"]);
			// The first has sent nothing: little is reserved for it.
			expect(large.body.error.meta).toEqual({ maxBytes: 5 * GIB - 16 * MIB, reason: "storage" });
		}));

	test("is never taken by one organization that sends no byte", () =>
		within(ofGib(1), async (api) => {
			const [hoarder, other, third] = [await uploader(api), await uploader(api), await uploader(api)];

			const taken = await announceAll(hoarder, 512 * MIB);
			const [others, thirds] = [await announceAll(other, 128 * MIB), await third.announce(256 * MIB)];

			expect(codeOf(taken.refusal)).toEqual([409, "state_conflict"]);
			expect(taken.refusal.body.error.meta).toEqual({ state: "too_many_uploads", reason: "storage" });
			// Half of what the others leave, in steps of 16 MiB.
			expect([taken.count, others.count, thirds.status]).toEqual([32, 16, 201]);
		}));

	test("is not overbooked by several that announce at once", () =>
		within(ofGib(1), async (api) => {
			const uploads = await uploader(api);

			const answers = await Promise.all(Array.from({ length: 40 }, () => uploads.announce(512 * MIB)));

			expect(answers.filter(({ status }) => status === 201)).toHaveLength(32);
		}));

	test("is given back by what is cancelled", () =>
		within(ofGib(1), async (api) => {
			const uploads = await uploader(api);
			const { body } = await uploads.announce(GIB);
			await announceAll(uploads, 512 * MIB);

			await uploads.cancel(body.data.uploadId);

			expect((await uploads.announce(512 * MIB)).status).toBe(201);
		}));

	test("of one organization is for a hundred uploads", () =>
		within({}, async (api) => {
			const uploads = await uploader(api);

			const { count, refusal } = await announceAll(uploads, 1);

			expect(count).toBe(100);
			expect(codeOf(refusal)).toEqual([409, "state_conflict"]);
			expect((await (await uploader(api)).announce(1)).status).toBe(201);
		}));
});

inProcessDescribe("the room of an upload", () => {
	test("grows as it is sent: from the half on, all of it is reserved", () =>
		within(ofGib(1), async (api) => {
			const uploads = await uploader(api);
			const roomLeft = async () => (await uploads.announce(9 * GIB)).body.error.meta.maxBytes;

			const { uploadId } = (await uploads.announce(100 * MIB)).body.data;
			const left = [await roomLeft()];
			await send(uploads, uploadId, 40 * MIB);
			left.push(await roomLeft());
			await uploads.patch(uploadId, 40 * MIB, new Uint8Array(40 * MIB));
			left.push(await roomLeft());

			expect(left).toEqual([16, 40, 20].map((reserved) => GIB - reserved * MIB));
		}));

	test("is kept for an hour if no byte comes, not even by requests without any", () =>
		within(ofGib(1), async (api) => {
			const uploads = await uploader(api);
			const { uploadId } = (await uploads.announce(512 * MIB)).body.data;
			await announceAll(uploads, 512 * MIB);

			api.advanceMs(HOUR_MS / 6);
			const empty = await uploads.patch(uploadId, 0, new Uint8Array());
			api.advanceMs((HOUR_MS * 5) / 6);
			const again = uploading(api, { ...uploads.owner, token: await signIn(api, uploads) });

			expect(empty.status).toBe(204);
			expect(codeOf(await again.head(uploadId))).toEqual([410, undefined]);
			expect((await again.announce(GIB)).status).toBe(201);
		}));

	test("is kept for a day after the first byte, even of a request that was cut off", () =>
		within(ofGib(1), async (api) => {
			const uploads = await uploader(api);
			const { uploadId } = (await uploads.announce(1_000)).body.data;
			const cut = new ReadableStream<Uint8Array>({
				start: (body) => body.enqueue(new Uint8Array(10)),
				pull: (body) => body.error(new Error("the client is gone")),
			});

			await uploads.patch(uploadId, 0, cut);

			expect((await uploads.get(uploadId)).body.data).toMatchObject({
				offsetBytes: 10,
				expiresAt: "2030-01-02T00:00:00.000Z",
			});
		}));

	test("waits for those announced before it, when together they need more than there is", () =>
		within({ config: { uploadPendingBytes: 200 * MIB } }, async (api) => {
			const people = [await uploader(api), await uploader(api), await uploader(api)] as const;
			const ids = [];
			for (const uploads of people) ids.push((await uploads.announce(150 * MIB)).body.data.uploadId);
			const [first, second, third] = people;
			const [one, two, three] = ids;
			await Promise.all([send(first, one, 75 * MIB), send(second, two, 75 * MIB)]);

			const waits = await third.patch(three, 0, new Uint8Array(MIB));
			const goesOn = await first.patch(one, 75 * MIB, new Uint8Array(MIB));
			await first.cancel(one);
			const follows = await third.patch(three, 0, new Uint8Array(MIB));

			expect(codeOf(waits)).toEqual([503, "storage_full"]);
			expect(waits.headers.get("retry-after")).toBe("60");
			expect([goesOn.status, follows.status]).toEqual([204, 204]);
		}));
});

/** Signs the owner in again: their token has expired meanwhile. */
async function signIn(api: Harness, { owner }: Uploader): Promise<string> {
	const body = { email: owner.email, password: PASSWORD, orgId: owner.orgId };
	return (await api.request("POST", "/auth/login", { body })).body.access_token;
}
