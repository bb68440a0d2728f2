import { unwrap } from "#client";
import { api } from "../../api/client.ts";
import { type Item, outdate } from "../../api/queries.ts";
import { useMay } from "../../app/may.ts";
import { useOwnTexts, useTexts } from "../../app/texts.tsx";
import { Badge } from "../../ui/badge.tsx";
import { Button } from "../../ui/button.tsx";
import { CopyText } from "../../ui/copy-text.tsx";
import { Notice } from "../../ui/notice.tsx";
import { Facts, Section } from "../../ui/section.tsx";
import { toast } from "../../ui/toasts.tsx";
import { useAction } from "../../ui/use-action.ts";
import { texts } from "./texts.ts";

const TONES = {
	unverified: "neutral",
	pending: "accent",
	verified: "good",
	failed: "danger",
	lapsed: "warning",
	conflict: "danger",
} as const;

interface Props {
	readonly orgId: string;
	readonly domain: Item<"/orgs/{orgId}/domains">;
	readonly onEnrol: () => void;
	readonly onRemove: () => void;
}

/** One domain: whether it is proved, what proves it, and who joins by it. */
export function DomainSection({ orgId, domain, onEnrol, onRemove }: Props) {
	const { t, format } = useTexts();
	const own = useOwnTexts(texts);
	const may = useMay();
	const { busy, problem, run } = useAction();
	const { state, challenge, lastCheckedAt, nextCheckAt, verifiedAt } = domain;
	/** Texts that were found instead of the expected one. */
	const found = Array.isArray(problem?.meta.found) ? problem.meta.found : [];
	const isVerified = state === "verified";

	async function look(): Promise<void> {
		try {
			const params = { path: { orgId, domain: domain.domain } };
			await unwrap(api.POST("/orgs/{orgId}/domains/{domain}/verify", { params, body: {} }));
			toast(own.verified(domain.domain));
		} finally {
			// When it was looked up last has changed in any case.
			await outdate("/orgs/{orgId}/domains");
		}
	}

	const facts: readonly (readonly [string, string])[] = [
		[own.enrolment, own.modes[domain.enrollmentMode]],
		[own.role, t.roles[domain.defaultRole]],
		[own.subdomains, domain.includeSubdomains ? own.included : own.excluded],
		...(verifiedAt ? [[own.verifiedOn, format.dateTime(verifiedAt)] as const] : []),
		...(lastCheckedAt ? [[own.lastCheck, format.dateTime(lastCheckedAt)] as const] : []),
		...(nextCheckAt ? [[own.nextCheck, format.dateTime(nextCheckAt)] as const] : []),
	];
	return (
		<Section
			title={domain.domain}
			hint={<Badge tone={TONES[state]}>{own.states[state]}</Badge>}
			actions={
				may("org:write") && (
					<div className="section-actions">
						<Button busy={busy} onClick={() => void run(look)}>
							{own.verify}
						</Button>
						<Button icon="pencil" onClick={onEnrol}>
							{own.enrol}
						</Button>
						<Button icon="trash" onClick={onRemove}>
							{own.remove}
						</Button>
					</div>
				)
			}
		>
			{problem && (
				<Notice kind="danger">
					{problem.message}
					{found.length > 0 && ` ${own.found(found.join(", "))}`}
				</Notice>
			)}
			{challenge && !isVerified && (
				<div className="record">
					<p>{own.record}</p>
					<h3>{own.recordName}</h3>
					<CopyText label={own.recordName} text={challenge.name} />
					<h3>{own.recordValue}</h3>
					<CopyText label={own.recordValue} text={challenge.value} />
					{challenge.expiresAt && <p>{own.until(format.date(challenge.expiresAt))}</p>}
				</div>
			)}
			<Facts facts={facts} />
		</Section>
	);
}
