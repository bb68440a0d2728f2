import type { SampleFile } from "../sample.ts";

export const makers: SampleFile["makers"] = {
	entryId: async ({ owner, send }) => (await send("GET", `/orgs/${owner.orgId}/audit-logs`))[0].id,
};
