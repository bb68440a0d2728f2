import { describe, expect, test } from "bun:test";
import { serviceState } from "#db/schema";
import { captionsOf } from "#tests/support/captions";
import { entitledOf, verdictOf } from "#tests/support/entitled";
import { useHarness } from "#tests/support/harness";
import { meetings } from "#tests/support/meetings";
import { uploading } from "#tests/support/uploading";

const NOTHING = {
	seats: 1,
	workspaces: 0,
	meeting_participants: 0,
	meeting_minutes: 0,
	recording_storage_bytes: 0,
	meetingRecording: false,
	liveTranscription: false,
	transcription_minutes: 0,
	translation_minutes: 0,
	ai_summaries: 0,
};

const off = await useHarness({ env: { BILLING_ENFORCEMENT: "off" } });
const soft = await useHarness({ env: { BILLING_ENFORCEMENT: "soft" } });

describe.each([
	["off", off],
	["soft", soft],
] as const)("BILLING_ENFORCEMENT=%s", (_mode, api) => {
	const { entitle } = entitledOf(api);
	const captions = captionsOf(api);

	test("nothing is refused, however little an organization is entitled to", async () => {
		const owner = await api.createOrganization();
		await entitle(owner.orgId, NOTHING);
		await api.addMember(owner, "member");
		const { id: workspaceId } = await meetings.createWorkspace(owner);
		const { id } = await meetings.made(owner, workspaceId);

		expect(verdictOf(await meetings.move(owner, id, "join"))).toBe("allowed");
		expect(verdictOf(await uploading(api, owner).announce(1_000))).toBe("allowed");
		const live = await captions.openLive(owner);
		expect(verdictOf(await captions.push(owner, live, [{ text: "Light bends.", language: "en" }]))).toBe("allowed");
		// Where nothing is refused, nothing is counted for it either.
		const locks = await api.store.acrossTenants.db.select().from(serviceState);
		expect(locks.filter(({ key }) => key.startsWith("entitlements"))).toEqual([]);
	});
});
