import { queryOptions, useQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { createClient, ProblemError, unwrap } from "#client";
import { API_BASE } from "../../api/place.ts";
import { type Answer, read } from "../../api/queries.ts";
import { useOwnTexts } from "../../app/texts.tsx";
import { Badge } from "../../ui/badge.tsx";
import { Button } from "../../ui/button.tsx";
import { Notice } from "../../ui/notice.tsx";
import { Page } from "../../ui/page.tsx";
import { Facts, Section } from "../../ui/section.tsx";
import { Failure, Loading } from "../../ui/states.tsx";
import { SpeechModels } from "../speech-models/speech-models.tsx";
import { Models } from "./models.tsx";
import { texts } from "./texts.ts";

type Check = Answer<"/health/ready">["checks"][number];
type Name = Check["name"];

const INTERVAL_MS = 30_000;
/** A service is ready without these. */
const HINTS: ReadonlySet<Name> = new Set<Name>(["bus", "mail", "version"]);

/** Asks once: that the service is not ready is an answer, too. */
const probe = createClient({ baseUrl: API_BASE.href, retries: false });

const readiness = queryOptions({
	queryKey: ["/health/ready"],
	refetchInterval: INTERVAL_MS,
	retry: false,
	async queryFn({ signal }): Promise<readonly Check[]> {
		try {
			return (await unwrap(probe.GET("/health/ready", { signal }))).data.checks;
		} catch (error) {
			if (ProblemError.is(error, "unavailable") && Array.isArray(error.meta.checks)) return error.meta.checks;
			throw error;
		}
	},
});

/** How the installation is: what works, and why something does not. */
export function Health() {
	const own = useOwnTexts(texts);
	const { data: checks, error, isFetching, refetch } = useQuery(readiness);
	const again = (
		<Button icon="back" busy={isFetching} onClick={() => void refetch()}>
			{own.again}
		</Button>
	);
	return (
		<Page title={own.title} lead={own.lead} actions={again}>
			{checks ? (
				<Parts checks={checks} isAway={error !== null} />
			) : error ? (
				<Failure error={error} onRetry={refetch} />
			) : (
				<Loading />
			)}
		</Page>
	);
}

function Parts({ checks, isAway }: { checks: readonly Check[]; isAway: boolean }) {
	const own = useOwnTexts(texts);
	const sendsMail = useQuery(read("/configurations/sign-in", {})).data?.mail;
	const failed = checks.filter(({ ok }) => !ok);
	const isUnready = failed.some(({ name }) => !HINTS.has(name));
	const factsOf = (...names: Name[]) =>
		checks
			.filter(({ name }) => names.includes(name))
			.map((check) => [own.checks[check.name], <State key={check.name} check={check} />] as const);
	const hasMailCheck = checks.some(({ name }) => name === "mail");
	return (
		<>
			{isAway ? (
				<Notice kind="danger">{own.away}</Notice>
			) : isUnready ? (
				<Notice kind="danger">{own.unready}</Notice>
			) : failed.length > 0 ? (
				<Notice kind="warning">{own.degraded}</Notice>
			) : (
				<Notice kind="info">{own.ready}</Notice>
			)}
			<Section title={own.service} hint={own.serviceHint}>
				<Facts facts={factsOf("accepting", "bus", "version")} />
			</Section>
			<Section title={own.storage} hint={own.storageHint}>
				<Facts facts={factsOf("database", "migrations", "disk", "blobs")} />
			</Section>
			<Section title={own.mail} hint={own.mailHint}>
				<Facts
					facts={
						hasMailCheck
							? factsOf("mail")
							: sendsMail === undefined
								? []
								: [[own.checks.mail, <Mail key="mail" isSetUp={sendsMail} />]]
					}
				/>
			</Section>
			<Models />
			<SpeechModels />
			<Program />
		</>
	);
}

const Part = ({ badge, children }: { badge: ReactNode; children?: ReactNode }) => (
	<div className="part">
		{badge}
		{children && <p>{children}</p>}
	</div>
);

function State({ check: { name, ok, detail } }: { check: Check }) {
	const own = useOwnTexts(texts);
	if (ok) return <Badge tone="good">{own.works}</Badge>;
	const isHint = HINTS.has(name);
	return (
		<Part badge={<Badge tone={isHint ? "warning" : "danger"}>{isHint ? own.limited : own.broken}</Badge>}>
			{detail}
		</Part>
	);
}

/** No check says whether mails leave: none is sent, or the service is not ready and has not looked. */
function Mail({ isSetUp }: { isSetUp: boolean }) {
	const own = useOwnTexts(texts);
	return isSetUp ? (
		<Badge>{own.unchecked}</Badge>
	) : (
		<Part badge={<Badge>{own.notSetUp}</Badge>}>{own.notSetUpHint}</Part>
	);
}

function Program() {
	const own = useOwnTexts(texts);
	const { data: program, error, refetch } = useQuery(read("/version", {}));
	if (error && !program) return <Failure error={error} onRetry={refetch} />;
	return (
		<Section title={own.program} hint={own.programHint}>
			{program && (
				<Facts
					facts={[
						[own.release, program.version],
						[own.commit, <code key="commit">{program.commit}</code>],
						[own.runtime, `Bun ${program.bun}`],
						[own.engine, { sqlite: "SQLite", postgres: "PostgreSQL" }[program.dialect]],
						[own.installation, <code key="installation">{program.installation}</code>],
					]}
				/>
			)}
		</Section>
	);
}
