import { useOwnTexts, useTexts } from "../../app/texts.tsx";
import { WideSection } from "../../ui/section.tsx";
import type { BillingFacts } from "./billing.tsx";
import { texts } from "./texts.ts";

type Entitlement = BillingFacts["entitlements"][number];

/** From here on a limit is close. */
const CLOSE = 0.8;

/** What the plan includes of what can be counted, and how much of it is used. */
export function Limits({ entitlements }: { entitlements: readonly Entitlement[] }) {
	const own = useOwnTexts(texts);
	return (
		<WideSection title={own.limits} hint={own.limitsHint}>
			<ul className="card limits">
				{entitlements
					.filter(({ type }) => type !== "boolean")
					.map((entitlement) => (
						<Limit key={entitlement.key} entitlement={entitlement} />
					))}
			</ul>
		</WideSection>
	);
}

function Limit({ entitlement }: { entitlement: Entitlement }) {
	const { format } = useTexts();
	const own = useOwnTexts(texts);
	const { key, overage, overrideValue, resetsAt, used, value } = entitlement;
	const shown = (count: number) => (key === "recording_storage_bytes" ? format.bytes(count) : format.number(count));
	const name = own.limitNames[key] ?? key;
	const most = typeof value === "number" ? value : null;
	const upTo = most === null ? own.unlimited : shown(most);
	const notes = [
		...(resetsAt ? [own.resets(format.date(resetsAt))] : []),
		...(overage ? [own.overage(format.money(overage.amountMinor, overage.currency), format.number(overage.per))] : []),
		...(overrideValue === undefined ? [] : [own.granted]),
	];
	return (
		<li>
			<p className="line">
				<strong>{name}</strong>
				<span>{used === undefined ? upTo : own.usedOf(shown(used), upTo)}</span>
			</p>
			{used !== undefined && most !== null && (
				<meter
					aria-label={name}
					min={0}
					// A limit of nothing is full.
					max={Math.max(most, 1)}
					low={Math.max(most, 1) * CLOSE}
					high={Math.max(most, 1) * 0.999}
					optimum={0}
					value={most === 0 ? 1 : used}
				/>
			)}
			{notes.length > 0 && <small>{notes.join(" · ")}</small>}
		</li>
	);
}
