import { describe, expect, test } from "bun:test";
import { entitledOf, verdictOf } from "#tests/support/entitled";
import { useHarness } from "#tests/support/harness";
import { meetingsOf } from "#tests/support/meetings";
import { uploading } from "#tests/support/uploading";

const NOTHING = {
	seats: 1,
	workspaces: 0,
	meeting_participants: 0,
	meeting_minutes: 0,
	recording_storage_bytes: 0,
	meetingRecording: false,
};

const off = await useHarness({ env: { BILLING_ENFORCEMENT: "off" } });
const soft = await useHarness({ env: { BILLING_ENFORCEMENT: "soft" } });

describe.each([
	["off", off],
	["soft", soft],
] as const)("BILLING_ENFORCEMENT=%s", (_mode, api) => {
	const { entitle } = entitledOf(api);
	const meetings = meetingsOf(api);

	test("nothing is refused, however little an organization is entitled to", async () => {
		const owner = await api.createOrganization();
		await entitle(owner.orgId, NOTHING);
		await api.addMember(owner, "member");
		const { id: workspaceId } = await meetings.createWorkspace(owner);
		const { id } = await meetings.made(owner, workspaceId);

		expect(verdictOf(await meetings.move(owner, id, "join"))).toBe("allowed");
		expect(verdictOf(await uploading(api, owner).announce(1_000))).toBe("allowed");
	});
});
