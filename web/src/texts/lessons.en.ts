/** English: lessons. */

export const lessons = {
  "lessons.title": "Learn to play",
  "lessons.about": "Short positions at a real table. A guide says what to do next, and why.",
  "lessons.minutes.one": "{count} minute",
  "lessons.minutes.other": "{count} minutes",
  "lessons.taken": "Done",
  "lessons.begin": "Begin the lesson {title}",
  "lesson.named": "Lesson: {title}",
  "lesson.guide": "Guide",
  "lesson.progress": "{done} of {steps} steps done",
  "lesson.fold": "Fold the guide",
  "lesson.unfold": "Show the guide",
  "lesson.astray": "That is allowed, but it is not what the lesson had in mind.",
  "lesson.astray.undo": "Take it back",
  "lesson.astray.on": "Go on as you like, or start again.",
  "lesson.waiting": "Wait and watch: the other side is doing something.",
  "lesson.free": "The lesson has nothing to say about this question. Answer it as you like, or start again.",
  "lesson.finished": "Lesson finished",
  "lesson.again": "Start again",
  "lesson.next": "Next lesson: {title}",
  "lesson.games": "To the list of games",
} as const;
