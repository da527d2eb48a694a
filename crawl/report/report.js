"use strict";
(() => {
  const tools = document.querySelector(".tools");
  if (!tools) return;
  const list = document.querySelector("#pages ol"), lines = [...list.children];
  const find = document.getElementById("find"), host = document.getElementById("host");
  const sort = document.getElementById("sort"), found = document.getElementById("found");
  const texts = new Map();
  const text = (line) => {
    if (!texts.has(line)) texts.set(line, line.textContent.toLowerCase());
    return texts.get(line);
  };
  const hosts = new Map();
  for (const line of lines) hosts.set(line.dataset.h, (hosts.get(line.dataset.h) ?? 0) + 1);
  for (const [name, n] of [...hosts].sort((a, b) => b[1] - a[1] || (a[0] < b[0] ? -1 : 1))) {
    host.add(new Option(`${name} (${n})`, name));
  }
  const show = () => {
    const words = find.value.toLowerCase().split(/\s+/).filter((w) => w);
    let n = 0;
    for (const line of lines) {
      line.hidden = host.selectedIndex > 0 && line.dataset.h !== host.value || !words.every((w) => text(line).includes(w));
      if (!line.hidden) n++;
    }
    found.textContent = n === lines.length ? "" : `${n} of ${lines.length}`;
  };
  const order = () => {
    const by = sort.value, key = (line) => line.dataset[by] === undefined ? -Infinity : Number(line.dataset[by]);
    const sorted = by ? [...lines].sort((a, b) => key(b) - key(a) || 0) : lines;
    list.append(...sorted);
  };
  find.addEventListener("input", show);
  host.addEventListener("change", show);
  sort.addEventListener("change", order);
  // A link to a page of the list shows it.
  document.addEventListener("click", (event) => {
    const to = event.target.closest?.("a[href^='#p']");
    const line = to && document.getElementById(to.getAttribute("href").slice(1));
    if (line?.hidden) {
      find.value = "";
      host.selectedIndex = 0;
      show();
    }
  });
  tools.hidden = false;
})();
