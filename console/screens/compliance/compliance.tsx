import { useQuery } from "@tanstack/react-query";
import { getRouteApi, Link } from "@tanstack/react-router";
import { type Answer, read } from "../../api/queries.ts";
import { useMay } from "../../app/may.ts";
import { useOwnTexts } from "../../app/texts.tsx";
import { Badge } from "../../ui/badge.tsx";
import { Notice } from "../../ui/notice.tsx";
import { Page } from "../../ui/page.tsx";
import { Facts, Section } from "../../ui/section.tsx";
import { Empty, Failure, Loading } from "../../ui/states.tsx";
import { texts } from "./texts.ts";

type Control = Answer<"/orgs/{orgId}/compliance">["controls"][number];

const route = getRouteApi("/inside/o/$orgId/settings/compliance");
const TONES = { met: "good", not_met: "danger", not_applicable: "neutral" } as const;

/** Every control of the compliance mode, whether it holds, and by what that can be seen. */
export function Compliance() {
	const own = useOwnTexts(texts);
	const may = useMay();
	const { orgId } = route.useParams();
	const { data, error, refetch } = useQuery(read("/orgs/{orgId}/compliance", { path: { orgId } }));
	const missed = data?.controls.filter(({ status }) => status === "not_met").length ?? 0;
	return (
		<Page title={own.title} lead={data && data.mode !== "none" ? own.lead(own.modes[data.mode]) : own.leadNone}>
			{data === undefined ? (
				error ? (
					<Failure error={error} onRetry={refetch} />
				) : (
					<Loading />
				)
			) : data.controls.length === 0 ? (
				<Empty
					icon="shield"
					title={own.none}
					action={
						may("org:write") && (
							<Link className="button" data-kind="primary" to="/o/$orgId/settings" params={{ orgId }}>
								{own.toSettings}
							</Link>
						)
					}
				>
					{own.noneHint}
				</Empty>
			) : (
				<>
					<Notice kind={missed > 0 ? "warning" : "info"}>{missed > 0 ? own.missed(missed) : own.allMet}</Notice>
					{data.controls.map((control) => (
						<ControlSection key={control.id} control={control} />
					))}
				</>
			)}
		</Page>
	);
}

function ControlSection({ control }: { control: Control }) {
	const own = useOwnTexts(texts);
	const { title, demands, enforcedBy, status, note, evidence } = control;
	const shown = Object.entries(evidence as Record<string, unknown>);
	return (
		<Section title={title} hint={<Badge tone={TONES[status]}>{own.states[status]}</Badge>}>
			{/* The words of the API, which has them in English only. */}
			<div className="control" lang="en">
				<p>{demands}</p>
				{note !== null && <Notice kind={status === "not_met" ? "warning" : "info"}>{note}</Notice>}
				<p className="control-by">{withCode(enforcedBy)}</p>
			</div>
			{shown.length > 0 && (
				<details>
					<summary>{own.evidence}</summary>
					<Facts facts={shown.map(([name, value]) => [name, <code key={name}>{JSON.stringify(value)}</code>])} />
				</details>
			)}
		</Section>
	);
}

/** Shows what is between backticks as code. */
const withCode = (text: string) =>
	text.split("`").map((part, index) => (index % 2 === 1 ? <code key={part}>{part}</code> : part));
