import { describe, expect, test } from "bun:test";
import { eq } from "drizzle-orm";
import { blobs, events } from "#db/schema";
import { newAddress } from "#tests/support/addresses";
import { assertManifest, recordsOf, type UnzippedFile, unzip } from "#tests/support/archives";
import { guestsOf } from "#tests/support/guests";
import { openHarness, PASSWORD, type SignedIn, useHarness } from "#tests/support/harness";
import { privacyOf } from "#tests/support/privacy";
import { codeOf } from "#tests/support/responses";
import { inProcessDescribe } from "#tests/support/target";
import { transcripts } from "#tests/support/transcripts";
import { uploading } from "#tests/support/uploading";
import { wavOf } from "#tests/support/wav";

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
const api = await useHarness();
const { openMeeting, join } = guestsOf(api);
const privacy = privacyOf(api);

const textOf = (files: ReadonlyMap<string, UnzippedFile>): string =>
	[...files.values()].map(({ bytes }) => new TextDecoder().decode(bytes)).join("\n");

/** A meeting in which somebody wrote and spoke, as did the owner. */
async function meetingWith(owner: SignedIn, person: SignedIn) {
	const meeting = await openMeeting(owner);
	await owner.post(`/meetings/${meeting.id}/participants`, { userId: person.userId });
	const { id: participantId } = await join(person, meeting);
	await join(owner, meeting);
	await person.post(`/meetings/${meeting.id}/chat`, { text: "written by the person" });
	await owner.post(`/meetings/${meeting.id}/chat`, { text: "written by the owner" });
	await owner.post(`/meetings/${meeting.id}/end`, {});
	const transcript = await transcripts.imported(owner, meeting.id);
	const { body } = await transcripts.speakers(owner, transcript.id);
	await transcripts.editSpeaker(owner, transcript.id, body.data[0].id, { participantId });
	return { ...meeting, participantId };
}

describe("the export of a person", () => {
	test("contains what names them in the organization, and nobody else's words or secrets", async () => {
		const [owner, other] = [await api.createOrganization(), await api.createOrganization()];
		const person = await api.addMember(owner, "member");
		await meetingWith(owner, person);
		await other.post(`/orgs/${other.orgId}/workspaces`, { name: "Elsewhere" });

		const files = await privacy.exported(owner, { userId: person.userId });
		const text = textOf(files);

		expect(recordsOf(files, "membership.jsonl")).toMatchObject([{ userId: person.userId, role: "member" }]);
		expect(recordsOf(files, "person.json")).toMatchObject([{ name: "A Person", email: person.email }]);
		expect(recordsOf(files, "chat-messages.jsonl")).toMatchObject([
			{ senderName: "A Person", text: "written by the person" },
		]);
		expect(recordsOf(files, "segments.jsonl").map(({ text }) => text)).toEqual(["Light bends.", "2 < 3 && yes"]);
		expect(recordsOf(files, "audit-log.jsonl").length).toBeGreaterThan(0);
		expect(files.has("README.md")).toBe(true);
		expect(text).not.toContain("written by the owner");
		expect(text).not.toContain(owner.email);
		expect(text).not.toContain(other.orgId);
		expect(text).not.toMatch(/Hash"|Sealed"|argon2/);
	});

	test("is made for an address too, such as that of an invited guest", async () => {
		const owner = await api.createOrganization();
		const meeting = await openMeeting(owner);
		const email = newAddress();
		await owner.post(`/meetings/${meeting.id}/participants`, { email, name: "Grace" });

		const files = await privacy.exported(owner, { email });
		const nobody = await privacy.exported(owner, { email: newAddress() });

		expect(recordsOf(files, "participations-by-address.jsonl")).toMatchObject([{ email, name: "Grace" }]);
		expect([...nobody.keys()]).toEqual(["README.md", "manifest.json"]);
	});

	test("of another organization is refused, and does not tell whether they exist", async () => {
		const [owner, stranger] = [await api.createOrganization(), await api.createOrganization()];
		const person = await api.addMember(owner, "member");

		const answers = [
			await privacy.request(owner, { userId: stranger.userId }),
			await privacy.request({ ...stranger, orgId: owner.orgId }, { userId: person.userId }),
			await privacy.request({ ...person, orgId: owner.orgId }, { userId: person.userId }),
		];
		const found = await privacy.exported(owner, { email: stranger.email });

		expect(answers.map(codeOf)).toEqual([
			[422, "validation_failed"],
			[403, "org_mismatch"],
			[403, "insufficient_scope"],
		]);
		expect([...found.keys()]).toEqual(["README.md", "manifest.json"]);
		expect(textOf(found)).not.toContain(stranger.userId);
	});
});

describe("the export of an organization", () => {
	test("contains its rows and the content of its recordings, under names of our own", async () => {
		const [owner, other] = [await api.createOrganization({ name: "Ours" }), await api.createOrganization()];
		const wav = wavOf(20_000);
		const recording = await uploading(api, owner).upload(wav, { filename: "../../etc/passwd" });
		const elsewhere = await openMeeting(other);

		const files = await privacy.exported(owner, "organization");
		const media = [...files.keys()].filter((path) => path.startsWith("recordings/"));

		expect(JSON.parse(new TextDecoder().decode(files.get("organization.json")?.bytes))).toMatchObject({ name: "Ours" });
		expect(recordsOf(files, "people.jsonl")).toMatchObject([{ userId: owner.userId, email: owner.email }]);
		expect(recordsOf(files, "recordings.jsonl")).toHaveLength(1);
		expect(media).toEqual([`recordings/${recording.path.split("/").at(-1)}.wav`]);
		expect(Buffer.from(files.get(media[0] ?? "")?.bytes ?? []).equals(Buffer.from(wav))).toBe(true);
		expect([...files.keys()].filter((path) => path.includes("..") || path.startsWith("/"))).toEqual([]);
		expect(textOf(files)).not.toContain(elsewhere.id);
	});

	test("names the senders of messages", async () => {
		const owner = await api.createOrganization();
		await meetingWith(owner, await api.addMember(owner, "member"));

		const files = await privacy.exported(owner, "organization");

		expect(recordsOf(files, "chat-messages.jsonl")).toMatchObject([
			{ senderName: "A Person", text: "written by the person" },
			{ senderName: "A Person", text: "written by the owner" },
		]);
	});

	test("is downloaded in parts and with a ticket, by those who administer the organization now", async () => {
		const owner = await api.createOrganization();
		const admin = await api.addMember(owner, "admin");
		const requested = await privacy.request(admin, "organization");
		const { id, sizeBytes } = await privacy.ready(admin, requested.body.data.id);
		const ticket = await admin.post(privacy.path(owner, `exports/${id}/tickets`), {});
		const address = new URL(ticket.body.data.url).pathname;

		const whole = await privacy.download(admin, id);
		const part = await api.request("GET", address, { headers: { range: "bytes=0-3" } });
		await owner.patch(`/orgs/${owner.orgId}/members/${admin.userId}`, { role: "member" });
		const demoted = [await privacy.download(admin, id), await api.request("GET", address)];
		const forged = await api.request("GET", `${address.slice(0, -4)}AAAA`);

		expect([whole.status, whole.bytes.length]).toEqual([200, sizeBytes]);
		expect(whole.headers.get("content-type")).toBe("application/zip");
		expect([part.status, new TextDecoder().decode(part.bytes)]).toEqual([206, "PK\u0003\u0004"]);
		expect(demoted.map(codeOf)).toEqual([
			[403, "insufficient_scope"],
			[403, "insufficient_scope"],
		]);
		expect(codeOf(forged)).toEqual([401, "unauthenticated"]);
	});

	test("is possible while it is suspended", async () => {
		const owner = await api.createOrganization();
		await owner.post(`/orgs/${owner.orgId}/suspend`, { reason: "Holidays" });

		const files = await privacy.exported(owner, "organization");

		expect(files.size).toBeGreaterThan(3);
	});

	test("that contains an erased person is deleted", async () => {
		const owner = await api.createOrganization();
		const person = await api.addMember(owner, "member");
		const requested = await privacy.request(owner, "organization");
		const { id } = await privacy.ready(owner, requested.body.data.id);

		const { body } = await privacy.erase(owner, person);
		const receipt = await privacy.receiptOf(owner, body.data.id);
		const gone = await privacy.download(owner, id);

		expect(receipt.erased).toMatchObject({ exports: 1 });
		expect(codeOf(gone)).toEqual([409, "state_conflict"]);
	});
});

inProcessDescribe("an export", () => {
	test("leaves out what has expired, and expires after seven days with its bytes", async () => {
		const later = await openHarness();
		try {
			const { openMeeting, join } = guestsOf(later);
			const exports = privacyOf(later);
			const owner = await later.createOrganization();
			const { orgId, email } = owner;
			const signedIn = async () => {
				const body = { email, password: PASSWORD, orgId };
				return { ...owner, token: (await later.request("POST", "/auth/login", { body })).body.access_token };
			};
			await owner.patch(`/orgs/${owner.orgId}/retention`, { chatLogs: "1d" });
			const meeting = await openMeeting(owner);
			await join(owner, meeting);
			await owner.post(`/meetings/${meeting.id}/chat`, { text: "an old message" });
			const before = await exports.exported(owner, "organization");
			later.advanceMs(2 * DAY_MS);
			const now = await signedIn();
			const after = await exports.exported(now, "organization");
			const requested = await exports.request(now, "organization");
			const { id } = await exports.ready(now, requested.body.data.id);
			const ticket = await now.post(exports.path(owner, `exports/${id}/tickets`), {});

			later.advanceMs(7 * DAY_MS);
			const late = await signedIn();
			const shown = await late.get(exports.path(owner, `exports/${id}`));
			const answers = [
				await exports.download(late, id),
				await later.request("GET", new URL(ticket.body.data.url).pathname),
			];

			expect(textOf(before)).toContain("an old message");
			expect(textOf(after)).not.toContain("an old message");
			expect(shown.body.data).toMatchObject({ state: "expired", contentUrl: null });
			expect(answers.map(codeOf)).toEqual([
				[409, "state_conflict"],
				[401, "token_expired"],
			]);
		} finally {
			await later.close();
		}
	});

	test("of content that cannot be read fails after some attempts, and says so", async () => {
		const broken = await openHarness();
		try {
			const owner = await broken.createOrganization();
			await uploading(broken, owner).upload(wavOf(20_000), {});
			// As if its object had been cut off; one that is missing altogether is named in the archive.
			await broken.store.acrossTenants.db.update(blobs).set({ sizeBytes: 30_000 });
			const { body } = await privacyOf(broken).request(owner, "organization");

			for (let attempt = 0; attempt < 6; attempt++) {
				await broken.parley.services.jobs.runDue("privacy.export");
				broken.advanceMs(HOUR_MS);
			}
			const told = await broken.store.acrossTenants.db.select().from(events).where(eq(events.orgId, owner.orgId));

			expect(told.findLast(({ type }) => type === "privacy.export_failed")?.object).toMatchObject({
				id: body.data.id,
				state: "failed",
				failure: "server_error",
			});
		} finally {
			await broken.close();
		}
	});

	test("is announced when it is ready", async () => {
		const owner = await api.createOrganization();
		const requested = await privacy.request(owner, "organization");
		const { id } = await privacy.ready(owner, requested.body.data.id);

		const told = await api.store.acrossTenants.db.select().from(events).where(eq(events.orgId, owner.orgId));

		expect(told.findLast(({ type }) => type === "privacy.export_ready")?.object).toMatchObject({ id, state: "ready" });
	});

	test("is limited for each organization", async () => {
		const limited = await openHarness({ env: { RATE_LIMITS: "export=1/3600" } });
		try {
			const owner = await limited.createOrganization();
			const exports = privacyOf(limited);

			const answers = [await exports.request(owner, "organization"), await exports.request(owner, "organization")];

			expect(answers.map(({ status }) => status)).toEqual([201, 429]);
		} finally {
			await limited.close();
		}
	});
});

describe("the export of one's own account", () => {
	test("contains the account and each organization, without secrets, and not of other people", async () => {
		const owner = await api.createOrganization();
		const person = await api.addMember(owner, "member");
		await meetingWith(owner, person);

		const answer = await person.post("/auth/profile/export", {});
		const files = unzip(answer.bytes);

		assertManifest(files);
		expect(answer.status).toBe(200);
		expect(answer.headers.get("content-disposition")).toContain("parley-account.zip");
		expect(recordsOf(files, "account.jsonl")).toMatchObject([{ id: person.userId, email: person.email }]);
		expect(recordsOf(files, "sessions.jsonl").length).toBeGreaterThan(0);
		expect(recordsOf(files, `organizations/${owner.orgId}/chat-messages.jsonl`).map(({ text }) => text)).toEqual([
			"written by the person",
		]);
		expect(textOf(files)).not.toMatch(/Hash"|Sealed"|argon2|written by the owner/);
	});

	test("requires a person", async () => {
		const owner = await api.createOrganization();
		const { body } = await owner.post(`/orgs/${owner.orgId}/api-keys`, { name: "Sync", scopes: ["org:read"] });

		const refused = await api.request("POST", "/auth/profile/export", { token: body.data.key, body: {} });

		expect(refused.status).toBeWithin(401, 404);
	});
});
