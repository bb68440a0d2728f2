import { useQuery } from "@tanstack/react-query";
import { Fragment } from "react";
import { type Answer, read } from "../../api/queries.ts";
import { useOwnTexts } from "../../app/texts.tsx";
import { Badge } from "../../ui/badge.tsx";
import { Notice } from "../../ui/notice.tsx";
import { Facts, Section } from "../../ui/section.tsx";
import { Failure } from "../../ui/states.tsx";
import { texts } from "./texts.ts";

type Provider = Answer<"/configurations/ai-providers">["transcription"][number];

/** What writes, translates and summarizes, in the order in which it is used. */
export function Models() {
	const own = useOwnTexts(texts);
	const { data, error, refetch } = useQuery(read("/configurations/ai-providers", {}));
	if (error && !data) return <Failure error={error} onRetry={refetch} />;
	return (
		<Section title={own.models} hint={own.modelsHint}>
			{data &&
				(["transcription", "translation", "summary"] as const).map((task) => (
					<Fragment key={task}>
						<h3>{own.tasks[task]}</h3>
						{!data[task].some(({ available }) => available) && <Notice kind="warning">{own.lacking[task]}</Notice>}
						<Facts facts={data[task].map((each) => [each.provider, <State key={each.provider} provider={each} />])} />
					</Fragment>
				))}
		</Section>
	);
}

function State({ provider: { available, external, model, version, hint } }: { provider: Provider }) {
	const own = useOwnTexts(texts);
	return (
		<div className="part">
			<div className="badges">
				<Badge tone={available ? "good" : "neutral"}>{available ? own.available : own.unavailable}</Badge>
				{external !== null && (
					<Badge tone={external ? "warning" : "neutral"}>{external ? own.leaves : own.stays}</Badge>
				)}
			</div>
			{model !== null && <code>{version === null ? model : `${model} ${version}`}</code>}
			{hint !== null && <p>{hint}</p>}
		</div>
	);
}
