"use strict";
// Keeps the page up to date: asks for it again and takes over its parts, except
// those in use. Forms are sent without leaving the page.
(() => {
  const every = 2000; // milliseconds
  const said = document.getElementById("said");
  const say = (text, bad) => { said.textContent = text; said.classList.toggle("bad", bad); };
  let lost = false, asking = false;

  const inUse = (part) => {
    const focus = document.activeElement;
    if (focus && part.contains(focus) && !focus.dataset.key) return true;
    if (focus && focus.tagName === "SELECT" && part.contains(focus)) return true;
    const chosen = getSelection();
    return !chosen.isCollapsed && part.contains(chosen.anchorNode);
  };

  const take = (text, force) => {
    const fresh = new DOMParser().parseFromString(text, "text/html");
    for (const now of fresh.querySelectorAll("main > section[id], #state")) {
      const old = document.getElementById(now.id);
      if (!old || (!force && inUse(old)) || old.innerHTML === now.innerHTML) continue;
      const open = new Set([...old.querySelectorAll("details[open]")].map((d) => d.dataset.key));
      for (const d of now.querySelectorAll("details")) d.open = open.has(d.dataset.key);
      for (const s of old.querySelectorAll("select[data-key]")) {
        const same = now.querySelector(`select[data-key="${CSS.escape(s.dataset.key)}"]`);
        if (same) same.value = s.value;
      }
      const focus = old.contains(document.activeElement) ? document.activeElement.dataset.key : "";
      old.replaceWith(now);
      if (focus) {
        const again = [...now.querySelectorAll("[data-key]")].find((e) => e.dataset.key === focus);
        if (again) (again.tagName === "DETAILS" ? again.querySelector("summary") : again).focus();
      }
    }
  };

  const update = async () => {
    if (document.hidden || asking) return;
    asking = true;
    try {
      const answer = await fetch("./", { cache: "no-store", credentials: "same-origin" });
      if (!answer.ok) throw new Error(await answer.text());
      take(await answer.text(), false);
      if (lost) say("", false);
      lost = false;
    } catch (e) {
      lost = true;
      say("The crawl's program does not answer: it has ended, or cannot be reached.", true);
    }
    asking = false;
  };

  document.addEventListener("submit", async (event) => {
    event.preventDefault();
    const form = event.target;
    const body = new URLSearchParams(new FormData(form, event.submitter));
    try {
      const answer = await fetch("act", { method: "POST", body, credentials: "same-origin" });
      const text = await answer.text();
      if (!answer.ok) return say(text, true);
      say("Done.", false);
      setTimeout(() => { if (said.textContent === "Done.") say("", false); }, 5000);
      take(text, true);
    } catch (e) {
      say("The crawl's program does not answer.", true);
    }
  });

  document.addEventListener("visibilitychange", update);
  setInterval(update, every);
})();
