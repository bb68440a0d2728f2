import type { SampleFile } from "../sample.ts";

const maker: NonNullable<SampleFile["makers"]>[string] = async ({ api, owner }) =>
	(await api.addMember(owner, "member")).userId;

export const samples: SampleFile["samples"] = {
	addMember: {
		records: "member.add",
		as: "system",
		body: async ({ api }) => ({ userId: (await api.createOrganization()).userId, role: "member" }),
	},
	updateMember: { records: "member.change_role" },
	removeMember: { records: "member.remove" },
};

export const makers: SampleFile["makers"] = { userId: maker };
export const items: SampleFile["items"] = { listMembers: maker };
