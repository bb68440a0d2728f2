import { useState } from "react";
import { type components, unwrap } from "#client";
import { api } from "../../api/client.ts";
import { useOwnTexts, useTexts } from "../../app/texts.tsx";
import { Button } from "../../ui/button.tsx";
import { Notice } from "../../ui/notice.tsx";
import { useAction } from "../../ui/use-action.ts";
import { texts } from "./texts.ts";

type Verification = components["schemas"]["AuditVerification"];

/** Recomputes the chain of hashes, and says in words what was found. */
export function VerifyButton({ orgId }: { orgId: string }) {
	const own = useOwnTexts(texts);
	const [found, setFound] = useState<Verification | null>(null);
	const { busy, problem, run } = useAction();
	async function verify(): Promise<void> {
		setFound(null);
		const params = { path: { orgId } };
		setFound((await unwrap(api.GET("/orgs/{orgId}/audit-logs/verify", { params }))).data);
	}
	return (
		<div className="verify">
			<div className="line">
				<p>{own.verifyHint}</p>
				<Button icon="shield" busy={busy} onClick={() => void run(verify)}>
					{own.verify}
				</Button>
			</div>
			{problem && <Notice kind="danger">{problem.message}</Notice>}
			<div role="status">{found && <Result found={found} />}</div>
		</div>
	);
}

function Result({ found }: { found: Verification }) {
	const { format } = useTexts();
	const own = useOwnTexts(texts);
	const { ok, checked, fault, firstBadSequence, checkpoints } = found;
	const { lastSequence, lastSignedAt, unverified } = checkpoints;
	if (!ok)
		return (
			<Notice kind="danger">
				<strong>{own.broken(format.number(firstBadSequence ?? checked + 1))}</strong> {fault && own.faults[fault]}{" "}
				{own.brokenHint(format.number(checked))}
			</Notice>
		);
	return (
		<Notice kind="info">
			<strong>{own.intact(format.number(checked))}</strong>{" "}
			{lastSequence === null || lastSignedAt === null
				? own.unsigned
				: own.signed(format.number(lastSequence), format.dateTime(lastSignedAt))}
			{unverified > 0 && ` ${own.unverified(format.number(unverified))}`}
		</Notice>
	);
}
