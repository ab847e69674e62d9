// The server: JSON requests, and streams of server-sent events. A busy server is asked again after a while.

import { language, t } from "./i18n.js";

const ROOT = "/api/v1";
const PATIENCE = 3;

/** What went wrong: `status` 0 means that the server was not reached; `field` is the input to blame. */
export class Trouble extends Error {
  constructor(status, message, field = null, wait = null) {
    super(message);
    this.status = status;
    this.field = field;
    this.wait = wait;
  }

  /** The input is at fault, not the server or the way to it. */
  get ours() {
    return this.status >= 400 && this.status < 500 && this.status !== 429;
  }
}

/** Called with the seconds to wait while the server is busy, and with null when it is over. */
let busy = () => {};
export function onBusy(listener) {
  busy = listener;
}

const pause = (seconds, signal) =>
  new Promise((resolve, reject) => {
    const clock = setTimeout(resolve, seconds * 1000);
    signal?.addEventListener("abort", () => {
      clearTimeout(clock);
      reject(new DOMException("aborted", "AbortError"));
    });
  });

async function trouble(response) {
  let told = {};
  try {
    told = await response.json();
  } catch { /* no JSON: the status has to do */ }
  const wait = Number(response.headers.get("Retry-After")) || null;
  return new Trouble(response.status, told.error ?? `HTTP ${response.status}`, told.field ?? null, wait);
}

async function send(path, options) {
  try {
    return await fetch(ROOT + path, options);
  } catch (error) {
    if (error.name === "AbortError") throw error;
    throw new Trouble(0, "");
  }
}

/** Sends and asks again while the server says that it is busy. */
async function ask(path, options) {
  for (let turn = 0; ; turn += 1) {
    const response = await send(path, options);
    if (response.ok) {
      if (turn) busy(null);
      return response;
    }
    const error = await trouble(response);
    if ((error.status !== 429 && error.status !== 503) || turn === PATIENCE) {
      if (turn) busy(null);
      throw error;
    }
    const wait = Math.min(error.wait ?? 2, 20);
    busy(wait);
    await pause(wait, options.signal);
  }
}

function posted(body, signal, accept) {
  return {
    method: "POST",
    headers: { "Content-Type": "application/json", Accept: accept },
    body: JSON.stringify({ lang: language(), ...body }),
    signal,
  };
}

async function read(response) {
  try {
    return await response.json();
  } catch (error) {
    if (error.name === "AbortError") throw error;
    throw new Trouble(0, "");
  }
}

export async function get(path, query, signal) {
  const text = new URLSearchParams({ ...query, lang: language() });
  return read(await ask(`${path}?${text}`, { signal, headers: { Accept: "application/json" } }));
}

export async function post(path, body, signal) {
  return read(await ask(path, posted(body, signal, "application/json")));
}

/** Takes one event (its lines) apart. */
function parse(block) {
  let name = "message";
  const data = [];
  for (const line of block.split(/\r?\n/)) {
    if (line.startsWith("event:")) name = line.slice(6).trim();
    else if (line.startsWith("data:")) data.push(line.slice(5).replace(/^ /, ""));
  }
  return data.length ? { name, data: JSON.parse(data.join("\n")) } : null;
}

/** Posts and calls `heard(name, data)` for each event until the stream ends, which it may only after an event named `last`. */
export async function stream(path, body, signal, last, heard) {
  const response = await ask(path, posted(body, signal, "text/event-stream"));
  const reader = response.body.pipeThrough(new TextDecoderStream()).getReader();
  let rest = "";
  let whole = false;
  for (;;) {
    let part;
    try {
      part = await reader.read();
    } catch (error) {
      if (signal?.aborted || error.name === "AbortError") throw new DOMException("aborted", "AbortError");
      throw new Trouble(0, "");
    }
    rest += part.done ? "\n\n" : part.value;
    const blocks = rest.split(/\r?\n\r?\n/);
    rest = blocks.pop();
    for (const event of blocks.map(parse)) {
      if (!event) continue;
      if (event.name === "error") throw new Trouble(500, event.data.error);
      if (event.name === last) whole = true;
      heard(event.name, event.data);
    }
    if (!part.done) continue;
    if (!whole) throw new Trouble(500, t("broken-off"));
    return;
  }
}

export const aborted = error => error?.name === "AbortError";
