import type { PageTexts } from "./english.ts";

/** The texts of the pages in Spanish. */
export const spanish: PageTexts = {
	unknownAddress: {
		heading: "No hay nada en esta dirección",
		lead: "Compruébela o vuelva a la página inicial.",
		action: "Ir a la página inicial",
	},
	unsubscribe: {
		heading: "¿Dejar de recibir estos correos?",
		lead: "No recibirá más correos de este tipo de esta organización. Sus demás notificaciones no cambian.",
		action: "Dejar de recibirlos",
		done: "No recibirá más correos sobre",
		/** What the mails are about. */
		kinds: {
			"transcript.ready": "transcripciones terminadas",
			"translation.ready": "traducciones terminadas",
			"summary.ready": "resúmenes terminados",
			"meeting.invited": "invitaciones a reuniones",
			"meeting.mentioned": "menciones en el chat de las reuniones",
			"action_item.assigned": "tareas que se le asignen",
		},
		doneLead: "Para volver a recibirlos, actívelos en sus preferencias de notificación.",
		invalid: "Este enlace para darse de baja no funciona",
		invalidLead: "Está incompleto. Ábralo de nuevo desde el correo.",
	},
};
