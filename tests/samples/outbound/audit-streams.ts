import { byAnotherAdmin, type SampleFile } from "../sample.ts";

export const samples: SampleFile["samples"] = {
	createAuditStream: { records: "audit_stream.create" },
	updateAuditStream: { records: "audit_stream.update", body: { categories: ["auth"] } },
	adoptAuditStream: { records: "audit_stream.adopt", needs: byAnotherAdmin("createAuditStream", "streamId") },
	testAuditStream: { records: "audit_stream.test" },
	deleteAuditStream: { records: "audit_stream.delete" },
};
