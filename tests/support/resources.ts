import { newAddress } from "./addresses.ts";
import { guestsOf } from "./guests.ts";
import { type Harness, PASSWORD, type SignedIn } from "./harness.ts";

/** Number of resources of each kind. */
const COUNT = 4;

/**
 * Creates some resources of every kind that a list of the owner's organization shows, and returns the ids of one of each
 * by the names that paths give them: for tests that try every operation.
 */
export async function createResources(api: Harness, owner: SignedIn): Promise<Readonly<Record<string, string>>> {
	const { token, orgId } = owner;
	const create = async (path: string, body: object): Promise<string> => {
		const created = await api.request("POST", path, { token, body });
		if (created.status >= 300) throw new Error(`POST ${path}: ${created.text}`);
		return created.body.data.id;
	};
	const ids: Record<string, string> = { orgId };
	const guests = guestsOf(api);
	const meeting = await guests.openMeeting(owner);
	await guests.join(owner, meeting);
	ids.meetingId = meeting.id;
	for (let n = 0; n < COUNT; n++) {
		const { userId } = await api.addMember(owner, "member");
		await create(`/orgs/${orgId}/invitations`, { email: newAddress(), role: "member" });
		await api.request("POST", "/auth/login", { body: { email: owner.email, password: PASSWORD, orgId } });
		ids.userId = userId;
		ids.keyId = await create(`/orgs/${orgId}/api-keys`, { name: `Key ${n}`, scopes: ["org:read"] });
		const workspaceId = await create(`/orgs/${orgId}/workspaces`, { name: `Workspace ${n}` });
		ids.workspaceId ??= workspaceId;
		ids.participantId = (await guests.guestIn(meeting, `Guest ${n}`)).id;
		ids.messageId = await create(`/meetings/${meeting.id}/chat`, { text: `Message ${n}` });
		await create(`/workspaces/${ids.workspaceId}/members`, { userId, role: "member" });
		await create(`/workspaces/${ids.workspaceId}/meetings`, { title: `Meeting ${n}` });
	}
	await create("/auth/profile/calendar-feed", {});
	return ids;
}
