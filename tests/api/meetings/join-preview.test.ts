import { expect, test } from "bun:test";
import { newAddress } from "#tests/support/addresses";
import { guestsOf } from "#tests/support/guests";
import { useHarness } from "#tests/support/harness";
import { codeOf } from "#tests/support/responses";

const api = await useHarness();
const { openMeeting, joinByCode, join, guestIn, codeOf: codeIn } = guestsOf(api);
const preview = (code: string) => api.request("POST", "/meetings/join/preview", { body: { code } });
const NO_CODE = [404, "not_found"];

test("says title, hosts and state of the meeting of a code, before and after it, and nothing of its guests", async () => {
	const owner = await api.createOrganization();
	const { name } = (await owner.get("/auth/profile")).body.data;
	const meeting = await openMeeting(owner, { scheduledStart: new Date(api.nowMs() + 3_600_000).toISOString() });
	const { userId } = await api.addMember(owner, "teacher");
	const path = `/meetings/${meeting.id}`;
	const states = async () => (await preview(meeting.code)).body.data.state;

	// The host has not joined, and another one has.
	await owner.post(`${path}/participants`, { userId, role: "host" });
	const other = (await owner.get(`${path}/participants`)).body.data[0].name;
	const { status, body } = await preview(meeting.code);
	const scheduled = body.data;
	await owner.post(`${path}/start`, {});
	await join(owner, meeting);
	await guestIn(meeting, "Grace Hopper");
	const live = (await preview(meeting.code)).body.data;
	await owner.post(`${path}/end`, {});

	expect(status).toBe(200);
	expect(scheduled).toEqual({ title: "Optics", hosts: [name, other], state: "scheduled" });
	expect(live).toEqual({ ...scheduled, state: "live" });
	expect(await states()).toBe("over");
	expect(codeOf(await joinByCode(meeting.code))).toEqual(NO_CODE);
});

test("says what the code of an invited guest opens, until they are removed", async () => {
	const owner = await api.createOrganization();
	const meeting = await openMeeting(owner, { access: "invited", lobby: true });
	const path = `/meetings/${meeting.id}/participants`;
	const { id, joinUrl } = (await owner.post(path, { email: newAddress() })).body.data;

	const before = await preview(codeIn(joinUrl));
	await owner.delete(`${path}/${id}`);

	expect(before.body.data).toMatchObject({ title: "Optics", state: "live" });
	expect(codeOf(await preview(codeIn(joinUrl)))).toEqual(NO_CODE);
});

test("says the same of each code that opens nothing", async () => {
	const owner = await api.createOrganization();
	const [renewed, closed, cancelled, deleted] = [
		await openMeeting(owner),
		await openMeeting(owner),
		await openMeeting(owner, { scheduledStart: new Date(api.nowMs() + 3_600_000).toISOString() }),
		await openMeeting(owner),
	];
	await owner.post(`/meetings/${renewed.id}/join-code`, {});
	await owner.patch(`/meetings/${closed.id}`, { access: "workspace" });
	await owner.post(`/meetings/${cancelled.id}/cancel`, {});
	await owner.post(`/meetings/${deleted.id}/end`, {});
	await owner.delete(`/meetings/${deleted.id}`);
	const invented = `${renewed.code.slice(0, -1)}${renewed.code.endsWith("A") ? "B" : "A"}`;

	const answers = await Promise.all(
		[renewed, closed, cancelled, deleted, { code: invented }, { code: "x" }].map(({ code }) => preview(code)),
	);

	expect(answers.map(codeOf)).toEqual(answers.map(() => NO_CODE));
	expect(new Set(answers.map(({ body }) => body.error.detail)).size).toBe(1);
});
