import { describe, expect, test } from "bun:test";
import { newAddress } from "#tests/support/addresses";
import { guestsOf } from "#tests/support/guests";
import { useHarness } from "#tests/support/harness";
import { codeOf } from "#tests/support/responses";

const api = await useHarness();
const { openMeeting, guestIn, joinByCode, join, participants, decide, codeOf: codeIn } = guestsOf(api);

describe("a guest", () => {
	test("joins by the code under the name they give, with a token for this meeting alone", async () => {
		const owner = await api.createOrganization();
		const meeting = await openMeeting(owner);

		const { status, body } = await joinByCode(meeting.code, "  Grace Hopper ");
		const token = api.as(body.access_token);
		const seen = await token.get(`/meetings/${meeting.id}`);

		expect(status).toBe(200);
		expect(body).toMatchObject({ token_type: "Bearer", expires_in: 28_800 });
		expect(body.live.wsUrl).toContain(`/transcription/live?meetingId=${body.participant.meetingId}`);
		expect(body.participant).toMatchObject({ userId: null, name: "Grace Hopper", role: "guest", state: "admitted" });
		const claims = JSON.parse(Buffer.from(body.access_token.split(".")[1], "base64url").toString());
		expect(claims).toMatchObject({ sub: body.participant.id, org_id: owner.orgId, role: "guest", scope: "" });
		expect(claims.exp - Math.floor(api.nowMs() / 1000)).toBeLessThanOrEqual(28_800);
		expect([seen.status, seen.body.data.id]).toEqual([200, meeting.id]);
		expect(seen.body.data.joinUrl ?? "").not.toContain(meeting.code);
	});

	test("needs a name that others can read", async () => {
		const owner = await api.createOrganization();
		const meeting = await openMeeting(owner);

		const names = ["", " ", "\u202eevil", "a\nb", "\u0007", "x".repeat(129), "\u200b"];
		const answers = await Promise.all(names.map((name) => joinByCode(meeting.code, name)));

		expect(answers.map(codeOf)).toEqual(names.map(() => [422, "validation_failed"]));
		expect(await participants(owner, meeting, "state=admitted")).toEqual([]);
	});

	test("waits in the lobby, sees nobody but themselves, and is let in by a host", async () => {
		const owner = await api.createOrganization();
		const meeting = await openMeeting(owner, { lobby: true });
		const path = `/meetings/${meeting.id}`;
		await join(owner, meeting);
		const [guest, other] = [await guestIn(meeting, "Grace"), await guestIn(meeting, "Other")];

		const own = await participants(guest, meeting);
		const outside = [
			await guest.get(path),
			await guest.get(`${path}/chat`),
			await guest.post(`${path}/chat`, { text: "Hello" }),
			await guest.get(`${path}/participants/${other.id}`),
			await guest.post(`${path}/participants/${guest.id}/admit`, {}),
		];
		const joined = await guest.post(`${path}/join`, {});
		const consent = await decide(guest, meeting, guest.id, { kind: "recording", decision: "granted" });
		const admitted = await owner.post(`${path}/participants/${guest.id}/admit`, {});
		const inside = [await guest.get(path), await guest.get(`${path}/chat`)];

		expect(own.map(({ id }: { id: string }) => id)).toEqual([guest.id]);
		expect(outside.map(({ status }) => status)).toEqual([404, 404, 404, 404, 403]);
		expect(joined.body.data).toMatchObject({ id: guest.id, state: "waiting", joinedAt: null });
		expect(consent.status).toBe(200);
		expect(admitted.body.data).toMatchObject({ id: guest.id, state: "admitted" });
		expect(inside.map(({ status }) => status)).toEqual([200, 200]);
	});

	test("who leaves the lobby is forgotten, and reads nothing by having left", async () => {
		const owner = await api.createOrganization();
		const meeting = await openMeeting(owner, { lobby: true });
		const guest = await guestIn(meeting);

		const left = await guest.post(`/meetings/${meeting.id}/leave`, {});
		const after = await guest.get(`/meetings/${meeting.id}/chat`);

		expect(left.status).toBe(200);
		expect(codeOf(after)).toEqual([401, "token_revoked"]);
		expect(await participants(owner, meeting, "state=waiting")).toEqual([]);
	});

	test("leaves the room and comes back with the same token", async () => {
		const owner = await api.createOrganization();
		const meeting = await openMeeting(owner, { lobby: true });
		const guest = await guestIn(meeting);
		await owner.post(`/meetings/${meeting.id}/participants/${guest.id}/admit`, {});

		const left = await guest.post(`/meetings/${meeting.id}/leave`, {});
		const written = await guest.post(`/meetings/${meeting.id}/chat`, { text: "Hello" });
		const back = await guest.post(`/meetings/${meeting.id}/join`, {});

		expect(left.body.data.state).toBe("left");
		expect(codeOf(written)).toEqual([403, "forbidden"]);
		expect(back.body.data).toMatchObject({ id: guest.id, state: "admitted" });
	});
});

describe("an invited guest", () => {
	test("joins any kind of meeting by an address of their own, past the lobby, and again with their token", async () => {
		const owner = await api.createOrganization();
		const meeting = await openMeeting(owner, { access: "invited", lobby: true });
		const path = `/meetings/${meeting.id}/participants`;
		const { body } = await owner.post(path, { email: newAddress() });
		const code = codeIn(body.data.joinUrl);

		const first = await joinByCode(code, "Grace");
		const token = first.body.access_token;
		await api.as(token).post(`/meetings/${meeting.id}/leave`, {});
		const again = await joinByCode(code, "Grace Hopper", { token });

		expect(first.body.participant).toMatchObject({ id: body.data.id, state: "admitted", name: "Grace" });
		expect(again.body.participant).toMatchObject({ id: body.data.id, state: "admitted", name: "Grace" });
	});

	test("loses the address of before when they are invited again, and every address when they are removed", async () => {
		const owner = await api.createOrganization();
		const meeting = await openMeeting(owner);
		const path = `/meetings/${meeting.id}/participants`;
		const email = newAddress();
		const [one, two] = [await owner.post(path, { email }), await owner.post(path, { email })];

		const old = await joinByCode(codeIn(one.body.data.joinUrl));
		const joined = await joinByCode(codeIn(two.body.data.joinUrl));
		await owner.delete(`${path}/${two.body.data.id}`);
		const removed = await joinByCode(codeIn(two.body.data.joinUrl));

		expect(one.body.data.id).toBe(two.body.data.id);
		expect([old, removed].map(codeOf)).toEqual([
			[404, "not_found"],
			[404, "not_found"],
		]);
		expect(joined.status).toBe(200);
	});
});

describe("a code", () => {
	test("that is unknown, altered, switched off or of a meeting that is over gets the same answer", async () => {
		const owner = await api.createOrganization();
		const [off, over, open] = [await openMeeting(owner), await openMeeting(owner), await openMeeting(owner)];
		await owner.patch(`/meetings/${off.id}`, { access: "workspace" });
		await owner.post(`/meetings/${over.id}/end`, {});
		const altered = open.code.slice(0, -1) + (open.code.endsWith("A") ? "B" : "A");
		const elsewhere = `01jd0z7v9gf2nbrexx3vqjhp41${open.code.slice(26)}`;
		const codes = ["x", "x".repeat(256), altered, elsewhere, off.code, over.code, open.id, `inv_${open.code}`];

		const answers = await Promise.all(codes.map((code) => joinByCode(code)));

		const shapes = answers.map(({ status, body }) => JSON.stringify([status, { ...body, requestId: "" }]));
		expect(new Set(shapes).size).toBe(1);
		expect(answers.map(codeOf)).toEqual(codes.map(() => [404, "not_found"]));
	});

	test("opens a meeting that is scheduled only once it runs", async () => {
		const owner = await api.createOrganization();
		const meeting = await openMeeting(owner, { scheduledStart: "2031-01-01T09:00:00Z" });

		const early = await joinByCode(meeting.code);
		await owner.post(`/meetings/${meeting.id}/start`, {});
		const joined = await joinByCode(meeting.code);

		expect(codeOf(early)).toEqual([409, "state_conflict"]);
		expect(joined.status).toBe(200);
	});

	test("opens nothing in an organization that is suspended", async () => {
		const owner = await api.createOrganization();
		const meeting = await openMeeting(owner);
		await owner.post(`/orgs/${owner.orgId}/suspend`, {});

		const joined = await joinByCode(meeting.code);

		expect(codeOf(joined)).toEqual([404, "not_found"]);
	});
});

describe("after a guest was removed", () => {
	test("guests wait, so that nobody comes back under another name", async () => {
		const owner = await api.createOrganization();
		const meeting = await openMeeting(owner);
		const guest = await guestIn(meeting, "Troll");
		await owner.delete(`/meetings/${meeting.id}/participants/${guest.id}`);

		const { body } = await joinByCode(meeting.code, "Innocent");

		expect(body.participant.state).toBe("waiting");
	});
});

describe("at the same time", () => {
	test("a guest who is removed while they write is out, whichever comes first", async () => {
		const owner = await api.createOrganization();
		const meeting = await openMeeting(owner);
		const guest = await guestIn(meeting);

		const [removed, ...written] = await Promise.all([
			owner.delete(`/meetings/${meeting.id}/participants/${guest.id}`),
			...Array.from({ length: 10 }, (_, n) => guest.post(`/meetings/${meeting.id}/chat`, { text: `${n}` })),
		]);
		const after = await guest.post(`/meetings/${meeting.id}/chat`, { text: "still here" });

		expect(removed.status).toBe(204);
		expect(written.map(({ status }) => status).every((status) => status === 201 || status === 401)).toBe(true);
		expect(codeOf(after)).toEqual([401, "token_revoked"]);
	});

	test("a guest is admitted and refused, and one of the two holds", async () => {
		const owner = await api.createOrganization();
		const meeting = await openMeeting(owner, { lobby: true });
		const guest = await guestIn(meeting);
		const path = `/meetings/${meeting.id}/participants/${guest.id}`;

		const [admitted, removed] = await Promise.all([owner.post(`${path}/admit`, {}), owner.delete(path)]);
		const { body } = await owner.get(path);

		expect(removed.status).toBe(204);
		expect([200, 409]).toContain(admitted.status);
		expect(body.data.state).toBe(admitted.status === 200 ? "removed" : "refused");
	});

	test("the meeting ends while guests join, and none of them is left with access", async () => {
		const owner = await api.createOrganization();
		const meeting = await openMeeting(owner);

		const [ended, ...joined] = await Promise.all([
			owner.post(`/meetings/${meeting.id}/end`, {}),
			...Array.from({ length: 10 }, (_, n) => joinByCode(meeting.code, `Guest ${n}`)),
		]);
		const tokens = joined.filter(({ status }) => status === 200).map(({ body }) => body.access_token as string);
		const reads = await Promise.all(tokens.map((token) => api.as(token).get(`/meetings/${meeting.id}`)));

		expect(ended.status).toBe(200);
		expect(joined.every(({ status }) => status === 200 || status === 404)).toBe(true);
		expect(reads.map(codeOf)).toEqual(reads.map(() => [403, "forbidden"]));
	});
});

describe("a thousand guests", () => {
	test("join one meeting at once, each as somebody else", async () => {
		const owner = await api.createOrganization();
		const meeting = await openMeeting(owner);
		/** Comes back when the server is busy, as its answer asks. */
		async function come(name: string): Promise<Awaited<ReturnType<typeof joinByCode>>> {
			const answer = await joinByCode(meeting.code, name);
			if (answer.status !== 503) return answer;
			await Bun.sleep(Number(answer.headers.get("retry-after")) * 1_000);
			return come(name);
		}

		const joined = await Promise.all(Array.from({ length: 1_000 }, (_, n) => come(`Guest ${n}`)));
		const stored: string[] = [];
		for (let cursor: string | null = ""; cursor !== null; ) {
			const after: string = cursor && `&cursor=${encodeURIComponent(cursor)}`;
			const { body } = await owner.get(`/meetings/${meeting.id}/participants?limit=200${after}`);
			const guests = (body.data as { id: string; role: string }[]).filter(({ role }) => role === "guest");
			stored.push(...guests.map(({ id }) => id));
			cursor = body.page.nextCursor;
		}

		expect(joined.filter(({ status }) => status !== 200)).toEqual([]);
		expect(new Set(joined.map(({ body }) => body.participant.id)).size).toBe(1_000);
		expect(stored.toSorted()).toEqual(joined.map(({ body }) => body.participant.id).toSorted());
	}, 120_000);
});
