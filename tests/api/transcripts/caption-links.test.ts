import { describe, expect, test } from "bun:test";
import { captionLinks } from "#db/schema";
import { sha256Hex } from "#kernel/secrets";
import { captionsOf } from "#tests/support/captions";
import { useHarness } from "#tests/support/harness";
import { codeOf } from "#tests/support/responses";

const api = await useHarness();
const { openLive, end } = captionsOf(api);
const owner = await api.createOrganization();

const pathOf = ({ id }: { readonly id: string }) => `/meetings/${id}/caption-link`;
const ticketBy = (link: string) => api.post("/transcription/live/reader-tickets", { link });
const secretOf = (url: string) => url.split("/").at(-1) ?? "";

describe("a captions link", () => {
	test("shows its address once, and ends a day after the scheduled start", async () => {
		const meeting = await openLive(owner, { scheduledStart: "2030-02-01T09:00:00Z" });
		const made = await owner.post(pathOf(meeting), {});

		const { url, ...link } = made.body.data;

		expect(link).toMatchObject({
			meetingId: meeting.id,
			createdBy: owner.userId,
			expiresAt: "2030-02-02T09:00:00.000Z",
		});
		expect((await owner.get(pathOf(meeting))).body.data).toEqual(link);
		expect(new URL(url).pathname).toMatch(/^\/c\/[\w-]{95}$/);
	});

	test("is stored by its hash", async () => {
		const meeting = await openLive(owner);
		const { url } = (await owner.post(pathOf(meeting), {})).body.data;

		const rows = JSON.stringify(await api.store.acrossTenants.db.select().from(captionLinks));

		expect(rows).toContain(sha256Hex(secretOf(url)));
		expect(rows).not.toContain(secretOf(url));
	});

	test("that was replaced, withdrawn, has expired or is made up opens nothing", async () => {
		const [meeting, other, third] = [await openLive(owner), await openLive(owner), await openLive(owner)];
		const link = async (of: typeof meeting, body = {}) => secretOf((await owner.post(pathOf(of), body)).body.data.url);
		const soon = { expiresAt: new Date(api.nowMs() + 60_000).toISOString() };
		const links = [await link(meeting), await link(other), await link(third, soon), "0".repeat(95), "x"];
		const current = await link(meeting);
		await owner.delete(pathOf(other));
		api.advanceMs(60_000);

		const answers = await Promise.all(links.map(ticketBy));

		expect(answers.map(codeOf)).toEqual(links.map(() => [404, "not_found"]));
		expect((await ticketBy(current)).status).toBe(201);
		expect(codeOf(await owner.get(pathOf(third)))).toEqual([404, "not_found"]);
	});

	test("is for those who run the meeting, and of their organization", async () => {
		const meeting = await openLive(owner);
		await owner.post(pathOf(meeting), {});
		const [member, stranger] = [await api.addMember(owner, "member"), await api.createOrganization()];

		const answers = await Promise.all([
			...[member, stranger].map((by) => by.post(pathOf(meeting), {})),
			...[member, stranger].map((by) => by.get(pathOf(meeting))),
			...[member, stranger].map((by) => by.delete(pathOf(meeting))),
		]);

		expect(answers.map(({ status }) => status >= 403 && status <= 404)).toEqual(answers.map(() => true));
		expect((await owner.get(pathOf(meeting))).status).toBe(200);
	});

	test("needs a meeting that is not over, and a time that is not past", async () => {
		const [meeting, over] = [await openLive(owner), await openLive(owner)];
		await end(owner, over);

		const late = await owner.post(pathOf(over), {});
		const past = await owner.post(pathOf(meeting), { expiresAt: new Date(api.nowMs()).toISOString() });

		expect(codeOf(late)).toEqual([409, "state_conflict"]);
		expect(past.body.error.errors).toMatchObject([{ path: "/expiresAt", code: "in_the_past" }]);
	});

	test("is withdrawn once", async () => {
		const meeting = await openLive(owner);
		await owner.post(pathOf(meeting), {});

		const answers = await Promise.all([owner.delete(pathOf(meeting)), owner.delete(pathOf(meeting))]);

		expect(answers.map(({ status }) => status).sort()).toEqual([204, 404]);
	});

	test("of two that are made at once, one works", async () => {
		const meeting = await openLive(owner);
		const made = await Promise.all([owner.post(pathOf(meeting), {}), owner.post(pathOf(meeting), {})]);

		const answers = await Promise.all(made.map(({ body }) => ticketBy(secretOf(body.data.url))));

		expect(answers.map(({ status }) => status).sort()).toEqual([201, 404]);
	});
});
