import { useQuery } from "@tanstack/react-query";
import { getRouteApi } from "@tanstack/react-router";
import { useState } from "react";
import { type components, unwrap } from "#client";
import { api } from "../../api/client.ts";
import { outdate, readVersioned } from "../../api/queries.ts";
import { useMay } from "../../app/may.ts";
import { useOwnTexts, useTexts } from "../../app/texts.tsx";
import { Badge } from "../../ui/badge.tsx";
import { Button } from "../../ui/button.tsx";
import { Icon } from "../../ui/icon.tsx";
import { Notice } from "../../ui/notice.tsx";
import { Page } from "../../ui/page.tsx";
import { Failure, Loading } from "../../ui/states.tsx";
import { useAction } from "../../ui/use-action.ts";
import { texts } from "./texts.ts";

type Flag = components["schemas"]["ExplainedFlag"];
type Flags = Readonly<Record<string, Flag>>;

const route = getRouteApi("/inside/o/$orgId/settings/features");

/** Whether something other than the organization decides. What a plan lacks could not be switched on either. */
const isLocked = ({ source }: Flag): boolean =>
	source === "kill_switch" || source === "compliance" || source === "plan";

/**
 * Returns what the organization decides, without one flag. What is imposed is sent as it is shown: the API keeps what was
 * decided of it before.
 */
const decided = (flags: Flags, without: string): Record<string, Flag["value"]> =>
	Object.fromEntries(
		Object.entries(flags)
			.filter(([key, flag]) => key !== without && (flag.source === "organization" || isLocked(flag)))
			.map(([key, { value }]) => [key, value]),
	);

/** What the organization switches on and off, and why it is as it is. */
export function Features() {
	const { t } = useTexts();
	const own = useOwnTexts(texts);
	const may = useMay();
	const { orgId } = route.useParams();
	const path = { orgId };
	const query = readVersioned("/orgs/{orgId}/feature-flags", { path, query: { explain: true } });
	const { data, error, refetch } = useQuery(query);
	const { busy, problem, run } = useAction();
	const [chosen, setChosen] = useState<string | null>(null);
	const refusal = problem && (problem.status === 412 ? t.problem.changed : problem.message);
	const flags = (data?.data ?? {}) as Flags;

	/** @param value undefined: the organization decides no more */
	async function decide(key: string, value?: boolean): Promise<void> {
		setChosen(key);
		const body = { ...decided(flags, key), ...(value !== undefined && { [key]: value }) };
		const params = { path, header: { "If-Match": data?.version ?? "*" } };
		try {
			await unwrap(api.PUT("/orgs/{orgId}/feature-flags", { params, body }));
		} finally {
			await outdate("/orgs/{orgId}/feature-flags");
		}
	}

	return (
		<Page title={own.title} lead={own.lead}>
			{data === undefined ? (
				error ? (
					<Failure error={error} onRetry={refetch} />
				) : (
					<Loading />
				)
			) : (
				<ul className="card features" aria-label={own.title}>
					{Object.entries(flags).map(([key, flag]) => (
						<Feature
							key={key}
							name={key}
							flag={flag}
							isBusy={busy}
							mayChange={may("org:write")}
							problem={chosen === key ? refusal : null}
							onDecide={(value) => void run(() => decide(key, value))}
						/>
					))}
				</ul>
			)}
		</Page>
	);
}

function Feature({
	name,
	flag,
	isBusy,
	mayChange,
	problem,
	onDecide,
}: {
	name: string;
	flag: Flag;
	isBusy: boolean;
	mayChange: boolean;
	problem: string | null;
	onDecide: (value?: boolean) => void;
}) {
	const own = useOwnTexts(texts);
	const known = own.features[name as keyof typeof own.features] as readonly string[] | undefined;
	const locked = isLocked(flag);
	const { value, source, reason } = flag;
	return (
		<li>
			<div>
				<strong id={`${name}-name`}>{known?.[0] ?? name}</strong>
				{known && <p>{known[1]}</p>}
				<p className="feature-source" id={`${name}-source`}>
					{locked && <Icon name="lock" />}
					<Badge tone={locked ? "warning" : source === "organization" ? "accent" : "neutral"}>
						{own.sources[source]}
					</Badge>
					<span lang="en">{reason}</span>
				</p>
				{source === "organization" && mayChange && (
					<Button kind="quiet" disabled={isBusy} aria-describedby={`${name}-name`} onClick={() => onDecide()}>
						{own.reset}
					</Button>
				)}
				{problem !== null && <Notice kind="danger">{problem}</Notice>}
			</div>
			{typeof value === "boolean" ? (
				<input
					type="checkbox"
					// biome-ignore lint/a11y/useAriaPropsForRole: a checkbox has its state by itself
					role="switch"
					className="switch"
					aria-labelledby={`${name}-name`}
					aria-describedby={`${name}-source`}
					checked={value}
					disabled={locked || isBusy || !mayChange}
					onChange={() => onDecide(!value)}
				/>
			) : (
				<code>{JSON.stringify(value)}</code>
			)}
		</li>
	);
}
