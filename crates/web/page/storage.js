// What the browser remembers between visits. Storage may be forbidden or full: then nothing is remembered.

const PREFIX = "grenier.";

export function recall(key) {
  try {
    return JSON.parse(localStorage.getItem(PREFIX + key));
  } catch {
    return null;
  }
}

export function remember(key, value) {
  try {
    localStorage.setItem(PREFIX + key, JSON.stringify(value));
  } catch { /* the visit goes on without memory */ }
}
