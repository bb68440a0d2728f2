import { describe, expect, test } from "bun:test";
import { useHarness } from "#tests/support/harness";
import { holds } from "#tests/support/holds";
import { meetings } from "#tests/support/meetings";
import { codeOf } from "#tests/support/responses";
import { isInProcess } from "#tests/support/target";

const api = await useHarness();
const owner = await api.createOrganization();
const auditor = await api.addMember(owner, "auditor");
const teacher = await api.addMember(owner, "teacher");
const physics = await meetings.createWorkspace(owner, { visibility: "org" });
const scheduled = (body: Record<string, unknown> = {}) =>
	meetings.made(owner, physics.id, { scheduledStart: "2030-05-01T09:30:00Z", ...body });

const holdsPath = holds.path(owner);

describe("a legal hold", () => {
	test("is placed, read and listed with what it is on, by whom and when", async () => {
		const meeting = await scheduled();
		const about = { matter: "2030-CV-1", reason: "Counsel asked for it.", meetingId: meeting.id };

		const answer = await holds.place(owner, about);
		const read = await api.request("GET", `${holdsPath}/${answer.body.data.id}`, { token: owner.token });
		const listed = await api.request("GET", holdsPath, { token: owner.token });

		expect(answer.status).toBe(201);
		expect(answer.headers.get("etag")).toBe('"1"');
		expect(answer.headers.get("location")).toEndWith(`/legal-holds/${answer.body.data.id}`);
		expect(answer.body.data).toEqual({
			id: expect.stringMatching(/^hld_/),
			name: "Doe v. School",
			...about,
			scope: "meeting",
			userId: null,
			workspaceId: null,
			from: null,
			to: null,
			state: "active",
			placedBy: owner.userId,
			placedAt: isInProcess ? new Date(api.nowMs()).toISOString() : expect.stringMatching(/^20\d\d-.*Z$/),
			releasedBy: null,
			releasedAt: null,
			releaseReason: null,
		});
		expect(read.body.data).toEqual(answer.body.data);
		expect(listed.body.data[0]).toEqual(answer.body.data);
	});

	test("is released once and for all, and stays in the list", async () => {
		const hold = await holds.placed(owner, { from: "2031-01-01T00:00:00Z" });
		const stale = await api.request("POST", `${holdsPath}/${hold.id}/release`, {
			token: owner.token,
			body: {},
			headers: { "if-match": '"9"' },
		});

		const answers = await Promise.all([1, 2, 3].map(() => holds.release(owner, hold, { reason: "It is over." })));
		const listed = await api.request("GET", `${holdsPath}?state=released&scope=period`, { token: owner.token });

		expect(codeOf(stale)).toEqual([412, "precondition_failed"]);
		const released = answers.find(({ status }) => status === 200);
		expect(released?.body.data).toEqual({
			...hold,
			state: "released",
			releasedBy: owner.userId,
			releasedAt: expect.any(String),
			releaseReason: "It is over.",
		});
		expect(released?.headers.get("etag")).toBe('"2"');
		expect(answers.map(codeOf).filter(([status]) => status === 409)).toEqual([
			[409, "state_conflict"],
			[409, "state_conflict"],
		]);
		expect(listed.body.data.map(({ id }: { id: string }) => id)).toEqual([hold.id]);
	});

	test("is on one thing that the organization has, or explicitly on everything", async () => {
		const other = await api.createOrganization();
		const theirs = await meetings.createWorkspace(other);
		const refused: [Record<string, unknown>, string][] = [
			[{}, "/scope"],
			[{ scope: "meeting" }, "/scope"],
			[{ scope: "workspace", userId: teacher.userId }, "/scope"],
			[{ userId: teacher.userId, workspaceId: physics.id }, "/workspaceId"],
			[{ from: "2030-02-01T00:00:00Z", to: "2030-02-01T00:00:00Z" }, "/to"],
			[{ from: "yesterday" }, "/from"],
			[{ userId: other.userId }, "/userId"],
			[{ workspaceId: theirs.id }, "/workspaceId"],
			[{ meetingId: "mtg_01jd0z7v9gf2nbrexx3vqjhp41" }, "/meetingId"],
			[{ name: " ", scope: "organization" }, "/name"],
			[{ meetingId: (await scheduled()).id, to: "2030-02-01T00:00:00Z" }, "/to"],
		];

		const answers = await Promise.all(refused.map(([body]) => holds.place(owner, body)));

		expect(answers.map(({ status, body }) => [status, body.error.errors[0].path])).toEqual(
			refused.map(([, path]) => [422, path]),
		);
	});

	test("is the business of administrators of its organization alone", async () => {
		const hold = await holds.placed(owner, { from: "2031-01-01T00:00:00Z" });
		const other = await api.createOrganization();

		for (const { token } of [auditor, teacher]) {
			const read = await api.request("GET", `${holdsPath}/${hold.id}`, { token });
			expect(codeOf(read)).toEqual([403, "insufficient_scope"]);
		}
		expect(codeOf(await holds.release(other, hold))).toEqual([404, "not_found"]);
		expect(codeOf(await holds.place({ ...owner, token: other.token }, { scope: "organization" }))).toEqual([
			403,
			"org_mismatch",
		]);
	});

	test("is placed once for a request that is repeated", async () => {
		const headers = { "idempotency-key": crypto.randomUUID() };
		const send = () =>
			api.request("POST", holdsPath, {
				token: owner.token,
				body: { name: "Once", from: "2032-01-01T00:00:00Z" },
				headers,
			});

		const [first, again] = [await send(), await send()];

		expect(again.body).toEqual(first.body);
		expect(again.headers.get("idempotency-replayed")).toBe("true");
	});
});
