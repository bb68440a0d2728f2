import { useQuery } from "@tanstack/react-query";
import { getRouteApi } from "@tanstack/react-router";
import { useState } from "react";
import { ProblemError, unwrap } from "#client";
import { api } from "../../api/client.ts";
import { outdate, read, readVersioned } from "../../api/queries.ts";
import { useOwnTexts, useTexts } from "../../app/texts.tsx";
import { Button } from "../../ui/button.tsx";
import { ConfirmDialog } from "../../ui/confirm.tsx";
import { SelectField } from "../../ui/field.tsx";
import { Form } from "../../ui/form.tsx";
import { Notice } from "../../ui/notice.tsx";
import { Page } from "../../ui/page.tsx";
import { SaveBar } from "../../ui/settings-form.tsx";
import { Failure, Loading } from "../../ui/states.tsx";
import { toast } from "../../ui/toasts.tsx";
import { Fields } from "./fields.tsx";
import { texts } from "./texts.ts";
import { type Body, bodyOf, type Defaults, type Flag, isChanged, isShorter, type Kind, shownOf } from "./values.ts";

const route = getRouteApi("/inside/system/defaults");
const PATH = "/configurations/tenant-defaults/{orgType}";

/** What organizations of a kind have that they do not set themselves. */
export function TenantDefaults() {
	const { t } = useTexts();
	const own = useOwnTexts(texts);
	const { kind: asked = "education" } = route.useSearch();
	const navigate = route.useNavigate();
	const kind = (asked in t.orgTypes ? asked : "education") as Kind;
	const defaults = useQuery(readVersioned(PATH, { path: { orgType: kind } }));
	const flags = useQuery(read("/configurations/feature-flags", { query: { limit: 200 } }));
	const failed = [defaults, flags].find(({ error, data }) => error && !data);
	return (
		<Page title={own.title} lead={own.lead}>
			<div className="kind">
				<SelectField
					label={own.kind}
					value={kind}
					options={Object.entries(t.orgTypes)}
					onChange={({ currentTarget }) => void navigate({ search: { kind: currentTarget.value } })}
				/>
			</div>
			{failed?.error ? (
				<Failure error={failed.error} onRetry={failed.refetch} />
			) : defaults.data && flags.data ? (
				<DefaultsForm
					key={kind}
					kind={kind}
					defaults={defaults.data.data}
					version={defaults.data.version}
					flags={flags.data.filter(({ type }) => type === "boolean")}
				/>
			) : (
				<Loading />
			)}
		</Page>
	);
}

/** A change that is not made yet. */
interface Planned {
	readonly body: Body;
	/** How many organizations it changes. */
	readonly affected: number;
	readonly isShorter: boolean;
}

function DefaultsForm({
	kind,
	defaults,
	version,
	flags,
}: {
	kind: Kind;
	defaults: Defaults;
	version: string;
	flags: readonly Flag[];
}) {
	const { t } = useTexts();
	const own = useOwnTexts(texts);
	const [isOpen, setIsOpen] = useState(false);
	const [isOutdated, setIsOutdated] = useState(false);
	const [round, setRound] = useState(0);
	const [planned, setPlanned] = useState<Planned | null>(null);
	const shown = shownOf(kind, defaults, flags);
	const set = (body: Body, dryRun: boolean) =>
		unwrap(
			api.PUT(PATH, { params: { path: { orgType: kind }, query: { dryRun }, header: { "If-Match": version } }, body }),
		);
	/** Shows what is saved now. */
	async function readAgain(hasLost: boolean): Promise<void> {
		await outdate(PATH, "/configurations/feature-flags");
		setIsOutdated(hasLost);
		setIsOpen(false);
		setRound(round + 1);
	}
	/** @param isShort whether retention periods become shorter */
	async function plan(body: Body, isShort: boolean): Promise<void> {
		try {
			const { data } = await set(body, true);
			setPlanned({ body, affected: data.affectedTenants ?? 0, isShorter: isShort });
		} catch (error) {
			if (!ProblemError.is(error, "precondition_failed")) throw error;
			await readAgain(true);
		}
	}
	return (
		<>
			{isOutdated && <Notice kind="danger">{t.problem.changed}</Notice>}
			<Form
				key={round}
				className="settings"
				onSubmit={(values) => plan(bodyOf(kind, flags, values), isShorter(shown, values))}
				onChange={(values) => setIsOpen(isChanged(shown, values))}
			>
				{(busy) => (
					<>
						<Fields shown={shown} flags={flags} />
						<p>
							<Button icon="back" onClick={() => setPlanned({ body: {}, affected: -1, isShorter: true })}>
								{own.restore}
							</Button>
						</p>
						<SaveBar
							isOpen={isOpen}
							busy={busy}
							submit={t.common.save}
							onDiscard={() => {
								setIsOpen(false);
								setRound(round + 1);
							}}
						/>
					</>
				)}
			</Form>
			{planned && (
				<ConfirmDialog
					title={planned.affected < 0 ? own.restoreTitle : own.saveTitle}
					text={[
						planned.affected < 0 ? own.restoreText : own.affected(planned.affected),
						...(planned.isShorter ? [own.shorter] : []),
					].join(" ")}
					action={planned.affected < 0 ? own.restore : t.common.save}
					onConfirm={async () => {
						await set(planned.body, false);
						await readAgain(false);
						toast(t.common.saved);
					}}
					onClose={() => setPlanned(null)}
				/>
			)}
		</>
	);
}
