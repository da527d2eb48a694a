package chrome

// source is run in a world that the page's scripts do not see, though a page may name its
// elements as it likes, and a form then has them as its properties. A page that changed its
// address by history.pushState gets a <base>, or its links would be resolved against the
// address that it was asked by.
//
// Shadow roots that are open or serializable are written as declarative ones. So is what a
// frame shows that the page may look into, behind the frame: its links are made absolute, and
// what it says of itself, as its title, is not the page's there. Where that belongs is marked
// by a comment with a secret in it.
const source = `(() => {
	const url = %s, limit = %d, secret = "%s";
	const is = (x, kind) => Object.prototype.toString.call(x) === "[object " + kind + "]";
	const read = (doc, top) => {
		const root = doc.documentElement, roots = [doc], frames = [];
		for (const r of roots) {
			for (const e of r.querySelectorAll("*")) {
				if (is(e.shadowRoot, "ShadowRoot")) roots.push(e.shadowRoot);
				if (is(e.contentDocument, "HTMLDocument") && e.contentDocument.body?.firstChild) frames.push(e);
			}
			if (!top && doc.baseURI !== document.baseURI) {
				for (const e of r.querySelectorAll("a, area, iframe, frame")) {
					for (const name of ["href", "xlink:href", "src"]) {
						const to = e.getAttribute(name);
						if (to !== null && URL.canParse(to, doc.baseURI)) e.setAttribute(name, is(e[name], "String") ? e[name] : new URL(to, doc.baseURI).href);
					}
				}
			}
		}
		const shown = frames.map((e) => '<span><template shadowrootmode="open"><div>' + read(e.contentDocument, false) + "</div></template></span>");
		if (is(doc.body, "HTMLFrameSetElement")) return (top ? "<html>" + doc.head.outerHTML + "<body>" : "") + shown.join("") + (top ? "</body></html>" : "");
		if (top && root.localName !== "html") return root.outerHTML;
		frames.forEach((e, i) => e.after(doc.createComment(secret + i)));
		const inside = (top ? root : doc.body).getHTML({ serializableShadowRoots: true, shadowRoots: roots.slice(1) });
		const html = inside.replace(new RegExp("<!--" + secret + "(\\d+)-->", "g"), (_, i) => shown[i]);
		return top ? root.cloneNode(false).outerHTML.replace(/<\/[^<>]*>$/, (end) => html + end) : html;
	};
	const root = document.documentElement;
	if (!root || !/^https?:$/.test(location.protocol)) return "";
	if (document.baseURI !== url && !document.querySelector("base[href]")) {
		const base = document.createElement("base");
		base.href = document.baseURI;
		(document.head || root).prepend(base);
	}
	const html = read(document, true);
	if (html.length > limit) return null;
	return (document.doctype ? "<!DOCTYPE html>\n" : "") + html;
})()`
