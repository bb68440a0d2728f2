import { useQuery } from "@tanstack/react-query";
import { getRouteApi } from "@tanstack/react-router";
import { useState } from "react";
import { type components, unwrap } from "#client";
import { api } from "../../api/client.ts";
import { type Answer, readVersioned } from "../../api/queries.ts";
import { useMay } from "../../app/may.ts";
import { useOwnTexts, useTexts } from "../../app/texts.tsx";
import { TextField } from "../../ui/field.tsx";
import { Form, type Values } from "../../ui/form.tsx";
import { Notice } from "../../ui/notice.tsx";
import { Page } from "../../ui/page.tsx";
import { Section } from "../../ui/section.tsx";
import { SaveBar } from "../../ui/settings-form.tsx";
import { Failure, Loading } from "../../ui/states.tsx";
import { useTypedOn } from "../../ui/use-typed-on.ts";
import { Holds } from "./holds.tsx";
import { CLASSES, type Class, daysOf } from "./periods.ts";
import { type Planned, PreviewDialog } from "./preview.tsx";
import { Runs } from "./runs.tsx";
import { texts } from "./texts.ts";

type Policy = Answer<"/orgs/{orgId}/retention">;
type Patch = components["schemas"]["UpdateRetentionPolicyRequestBody"];

const route = getRouteApi("/inside/o/$orgId/settings/retention");

/** How long content is kept, what is purged, and what a legal hold keeps from it. */
export function Retention() {
	const own = useOwnTexts(texts);
	const { orgId } = route.useParams();
	const may = useMay();
	const path = { orgId };
	const { data, error, refetch } = useQuery(readVersioned("/orgs/{orgId}/retention", { path, query: { fields: "*" } }));
	return (
		<Page title={own.title} lead={own.lead}>
			{data ? (
				<Periods orgId={orgId} policy={data.data} version={data.version} onOutdated={refetch} />
			) : error ? (
				<Failure error={error} onRetry={refetch} />
			) : (
				<Loading />
			)}
			{may("org:admin") && <Holds orgId={orgId} />}
			{may("audit:read") && <Runs orgId={orgId} nextRun={data?.data.nextRun ?? null} />}
		</Page>
	);
}

/** The period of a class that the organization has set, in days; empty: it is inherited. */
const ownDays = ({ source, ...policy }: Policy, name: Class): string =>
	source?.[name] === "organization" ? daysOf(policy[name]) : "";

/** Returns what differs from the policy as it was read; null: is inherited again. */
const patchOf = (policy: Policy, values: Values): Patch =>
	Object.fromEntries(
		CLASSES.filter((name) => values[name] !== undefined && values[name] !== ownDays(policy, name)).map((name) => [
			name,
			values[name] === "" ? null : `${values[name]}d`,
		]),
	);

/** Returns the whole policy that a patch leads to, as a preview wants it: what is inherited is left out. */
const wholeOf = (policy: Policy, patch: Patch): Record<string, string> =>
	Object.fromEntries(
		CLASSES.flatMap((name) => {
			const period = name in patch ? patch[name] : policy.source?.[name] === "system" ? null : policy[name];
			return period == null ? [] : [[name, period]];
		}),
	);

function Periods({
	orgId,
	onOutdated,
	...latest
}: {
	orgId: string;
	policy: Policy;
	version: string;
	onOutdated: () => Promise<unknown>;
}) {
	const { format } = useTexts();
	const own = useOwnTexts(texts);
	const { t } = useTexts();
	const may = useMay();
	const [isChanged, setIsChanged] = useState(false);
	const [isOutdated, setIsOutdated] = useState(false);
	const [round, setRound] = useState(0);
	const [planned, setPlanned] = useState<Planned | null>(null);
	const { policy, version } = useTypedOn(latest, isChanged);
	const { pendingChange, source } = policy;

	async function preview(values: Values): Promise<void> {
		const patch = patchOf(policy, values);
		const params = { path: { orgId } };
		const { data } = await unwrap(
			api.POST("/orgs/{orgId}/retention/preview", { params, body: wholeOf(policy, patch) }),
		);
		setPlanned({ patch, preview: data });
	}

	return (
		<>
			{isOutdated && <Notice kind="danger">{t.problem.changed}</Notice>}
			{pendingChange && (
				<Notice kind="warning">
					{own.pending(format.dateTime(pendingChange.changedAt), format.dateTime(pendingChange.purgesFrom))}
				</Notice>
			)}
			<Form
				key={`${version}/${round}`}
				className="settings"
				onSubmit={preview}
				onChange={(values) => setIsChanged(Object.keys(patchOf(policy, values)).length > 0)}
			>
				{(busy) => (
					<>
						<fieldset className="settings-fields" disabled={!may("org:write")}>
							<legend className="visually-hidden">{own.periods}</legend>
							<Section title={own.periods} hint={own.periodsHint}>
								{CLASSES.map((name) => (
									<TextField
										key={name}
										label={own.classes[name]}
										hint={`${own.contents[name]} ${own.sources[source?.[name] ?? "system"](daysOf(policy[name]))}`}
										name={name}
										type="number"
										min={0}
										max={36_500}
										defaultValue={ownDays(policy, name)}
										placeholder={daysOf(policy[name])}
									/>
								))}
							</Section>
						</fieldset>
						<SaveBar
							isOpen={isChanged}
							busy={busy}
							submit={own.preview}
							onDiscard={() => {
								setIsChanged(false);
								setRound(round + 1);
							}}
						/>
					</>
				)}
			</Form>
			{planned && (
				<PreviewDialog
					orgId={orgId}
					version={version}
					current={policy}
					planned={planned}
					onClose={() => setPlanned(null)}
					onDone={async (isSaved) => {
						await onOutdated();
						setIsOutdated(!isSaved);
						setIsChanged(false);
						setPlanned(null);
					}}
				/>
			)}
		</>
	);
}
