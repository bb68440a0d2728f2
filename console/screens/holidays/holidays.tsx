import { useQuery } from "@tanstack/react-query";
import { getRouteApi } from "@tanstack/react-router";
import { useState } from "react";
import { ProblemError, unwrap } from "#client";
import { api } from "../../api/client.ts";
import { outdate, readVersioned } from "../../api/queries.ts";
import { useMay } from "../../app/may.ts";
import { useOwnTexts, useTexts } from "../../app/texts.tsx";
import { Button } from "../../ui/button.tsx";
import { ConfirmDialog } from "../../ui/confirm.tsx";
import { EditDialog } from "../../ui/edit-dialog.tsx";
import { TextField } from "../../ui/field.tsx";
import type { Values } from "../../ui/form.tsx";
import { Icon } from "../../ui/icon.tsx";
import { Menu, MenuItem } from "../../ui/menu.tsx";
import { Page } from "../../ui/page.tsx";
import { saveFile } from "../../ui/save-file.ts";
import { WideSection } from "../../ui/section.tsx";
import { Empty, Failure, Loading } from "../../ui/states.tsx";
import { toast } from "../../ui/toasts.tsx";
import { byYear, daysName, type Holiday, isSame, lengthOf } from "./days.ts";
import { ImportDialog } from "./import-dialog.tsx";
import { texts } from "./texts.ts";

const HOLIDAYS = "/orgs/{orgId}/holidays";
const route = getRouteApi("/inside/o/$orgId/settings/holidays");

type Open = { readonly what: "add" | "import" } | { readonly what: "edit" | "remove"; readonly holiday: Holiday };

/** The days on which an organization is closed. */
export function HolidaysPage() {
	const { t } = useTexts();
	const own = useOwnTexts(texts);
	const { orgId } = route.useParams();
	const mayChange = useMay()("org:write");
	const path = { orgId };
	const found = useQuery(readVersioned(HOLIDAYS, { path }));
	const [open, setOpen] = useState<Open | null>(null);
	const close = () => setOpen(null);
	const holidays = found.data?.data.holidays ?? [];

	async function set(next: readonly Holiday[], version: string): Promise<void> {
		const params = { path, header: { "If-Match": version } };
		await unwrap(api.PUT(HOLIDAYS, { params, body: { holidays: [...next] } }));
		await outdate(HOLIDAYS, "/series/{seriesId}", "/series/{seriesId}/meetings", "/meetings");
	}
	async function exportFile(): Promise<void> {
		const headers = { accept: "text/calendar" };
		const { data, response } = await api.GET(HOLIDAYS, { params: { path }, headers, parseAs: "blob" });
		if (!response.ok) return toast(t.problem.title);
		saveFile(data as unknown as Blob, "holidays.ics");
	}
	const actions = found.data && (
		<>
			{holidays.length > 0 && (
				<Button icon="download" onClick={() => void exportFile()}>
					{own.export}
				</Button>
			)}
			{mayChange && (
				<>
					<Button icon="upload" onClick={() => setOpen({ what: "import" })}>
						{own.import}
					</Button>
					<Button kind="primary" icon="plus" onClick={() => setOpen({ what: "add" })}>
						{own.add}
					</Button>
				</>
			)}
		</>
	);
	const edited = open?.what === "edit" ? open.holiday : null;
	return (
		<Page title={own.title} lead={own.lead} actions={actions}>
			{found.data === undefined ? (
				found.error ? (
					<Failure error={found.error} onRetry={found.refetch} />
				) : (
					<Loading />
				)
			) : holidays.length === 0 ? (
				<Empty icon="sun" title={own.empty}>
					{mayChange && own.emptyHint}
				</Empty>
			) : (
				byYear(holidays).map(([year, of]) => (
					<WideSection key={year} title={year}>
						<Year year={year} holidays={of} mayChange={mayChange} onOpen={setOpen} />
					</WideSection>
				))
			)}
			{(open?.what === "add" || edited) && (
				<EditDialog
					title={edited ? own.editTitle : own.add}
					found={found}
					onSave={(values, { holidays: now }, version) =>
						set([...now.filter((each) => !edited || !isSame(each, edited)), holidayIn(values)], version)
					}
					onClose={close}
				>
					{() => <HolidayFields holiday={edited} />}
				</EditDialog>
			)}
			{open?.what === "remove" && (
				<ConfirmDialog
					title={own.removeTitle(open.holiday.name)}
					text={own.removeText}
					action={own.remove}
					onConfirm={async () => {
						try {
							await set(
								holidays.filter((each) => !isSame(each, open.holiday)),
								found.data?.version ?? "*",
							);
						} catch (error) {
							// What others have saved is read, so that it works when it is confirmed again.
							if (error instanceof ProblemError && error.status === 412) await found.refetch();
							throw error;
						}
						toast(own.removed(open.holiday.name));
					}}
					onClose={close}
				/>
			)}
			{open?.what === "import" && found.data && (
				<ImportDialog
					orgId={orgId}
					count={holidays.length}
					version={found.data.version}
					onOutdated={found.refetch}
					onClose={close}
				/>
			)}
		</Page>
	);
}

const holidayIn = ({ name = "", from = "", to }: Values): Holiday => ({ name, from, to: to || from });

function HolidayFields({ holiday }: { holiday: Holiday | null }) {
	const own = useOwnTexts(texts);
	return (
		<>
			<TextField
				label={own.name}
				name="name"
				path="/holidays"
				defaultValue={holiday?.name}
				maxLength={128}
				autoComplete="off"
				required
			/>
			<div className="field-pair">
				<TextField label={own.from} name="from" type="date" defaultValue={holiday?.from} required />
				<TextField label={own.to} hint={own.toHint} name="to" type="date" defaultValue={holiday?.to} />
			</div>
		</>
	);
}

function Year({
	year,
	holidays,
	mayChange,
	onOpen,
}: {
	year: string;
	holidays: readonly Holiday[];
	mayChange: boolean;
	onOpen: (open: Open) => void;
}) {
	const { t, format } = useTexts();
	const own = useOwnTexts(texts);
	return (
		<div className="card">
			<table className="table" aria-label={own.year(year)}>
				<thead>
					<tr>
						<th scope="col">{own.name}</th>
						<th scope="col" data-wide data-numeric>
							{own.days}
						</th>
						{mayChange && (
							<th scope="col" data-column="actions">
								<span className="visually-hidden">{t.common.actionsColumn}</span>
							</th>
						)}
					</tr>
				</thead>
				<tbody>
					{holidays.map((holiday) => (
						<tr key={`${holiday.from} ${holiday.to} ${holiday.name}`}>
							<td>
								<span className="identity">
									<span>
										<strong>{holiday.name}</strong>
										<small>{daysName(format.tag, holiday)}</small>
									</span>
								</span>
							</td>
							<td data-wide data-numeric>
								{format.number(lengthOf(holiday))}
							</td>
							{mayChange && (
								<td data-column="actions">
									<span className="row-actions">
										<Menu label={t.common.actions(holiday.name)} button={<Icon name="more" />}>
											<MenuItem icon="pencil" onSelect={() => onOpen({ what: "edit", holiday })}>
												{own.edit}
											</MenuItem>
											<MenuItem icon="trash" kind="danger" onSelect={() => onOpen({ what: "remove", holiday })}>
												{own.remove}
											</MenuItem>
										</Menu>
									</span>
								</td>
							)}
						</tr>
					))}
				</tbody>
			</table>
		</div>
	);
}
