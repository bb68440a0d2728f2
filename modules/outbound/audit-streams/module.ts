import type { AuditStreamRow } from "#db/schema";
import { orphanFew } from "#modules/identity/makers";
import type { Contribution, Core } from "#platform/module";
import { facts } from "./facts.ts";
import { auditStreamMails } from "./mails.ts";
import { oldestFirst, sealedSecrets, streamsOf } from "./repository.ts";
import { auditStreamsRoutes } from "./routes.ts";
import { aadOf } from "./secrets.ts";
import { createSender } from "./sender.ts";
import { createAuditStreamsService, saveMaker } from "./service.ts";
import { MAX_STREAMS } from "./values.ts";
import { createAuditStreamWorker } from "./worker.ts";

interface AuditStreamsDeps {
	/** Version of the program. */
	readonly version: string;
}

/** Creates the module of audit streams: other systems to which an organization's audit log is sent. */
export function createAuditStreamsModule(core: Core, { version }: AuditStreamsDeps): Contribution {
	const send = createSender({ ...core, version });
	core.followers.handle("audit_stream", createAuditStreamWorker({ ...core, send }));
	return {
		facts,
		mails: auditStreamMails,
		routes: auditStreamsRoutes(createAuditStreamsService(core, send)),
		orphan: orphanFew<AuditStreamRow>({
			takes: "org:admin",
			list: (tx, orgId) => streamsOf(tx, orgId).list(oldestFirst, { after: null, take: MAX_STREAMS }),
			mark: (change, row, makerState) => saveMaker(change, row, { makerState }, facts["audit_stream.orphan"]),
		}),
		sealed: [
			{
				name: "secrets of audit streams",
				loss: "nothing is sent to their URLs: delete them and create others",
				column: sealedSecrets,
				aadOf: ({ orgId = "", id = "" }) => aadOf({ orgId, id }),
			},
		],
	};
}
