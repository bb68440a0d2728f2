import { api } from "../../api/client.ts";
import { useTexts } from "../../app/texts.tsx";
import { Icon } from "../../ui/icon.tsx";
import { Menu, MenuItem } from "../../ui/menu.tsx";
import { saveFile } from "../../ui/save-file.ts";
import { toast } from "../../ui/toasts.tsx";

const FORMATS = { vtt: "WebVTT (.vtt)", srt: "SubRip (.srt)", txt: "Text (.txt)", json: "JSON (.json)" } as const;

/** Saves the transcript as a file. */
export function ExportMenu({ transcriptId, title }: { transcriptId: string; title: string }) {
	const { t } = useTexts();

	async function save(format: keyof typeof FORMATS): Promise<void> {
		const params = { path: { transcriptId }, query: { format } };
		const { data, response } = await api.GET("/transcripts/{transcriptId}", { params, parseAs: "blob" });
		if (!response.ok) return toast(t.problem.title);
		saveFile(data as unknown as Blob, `${title}.${format}`);
	}

	return (
		<Menu
			className="button"
			title={t.transcript.export}
			button={
				<>
					<Icon name="download" />
					{t.transcript.export}
				</>
			}
		>
			{Object.entries(FORMATS).map(([format, name]) => (
				<MenuItem key={format} icon="text" onSelect={() => void save(format as keyof typeof FORMATS)}>
					{name}
				</MenuItem>
			))}
		</Menu>
	);
}
