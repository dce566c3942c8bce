#pragma once

#include <atomic>
#include <memory>

#include "binding.hpp"
#include "optimise/optimiser.hpp"
#include "value/scorer.hpp"

/// What users write in Python, behind the interfaces of the library.
namespace l2r::binding {

/// A call from C++, on any thread and without the GIL, into Python. An exception raises `failed`, so that
/// other threads end soon, and goes on; but for a KeyboardInterrupt, which is raised again once the work has
/// ended (Interrupts::check).
class PythonCall {
  public:
    /// Made with the GIL; copied and destroyed without.
    PythonCall(py::object function, std::string name, std::atomic<bool>& failed)
        : function_(function.release().ptr(), &let_go), name_(std::move(name)), failed_(&failed) {}

    const std::string& name() const { return name_; }

    /// `task(function)` with the GIL; `interrupted` where Ctrl-C came between.
    template <class Task, class Answer>
    Answer run(Task task, Answer interrupted) const {
        const py::gil_scoped_acquire gil;
        try {
            return task(py::handle(function_.get()));
        } catch (const py::error_already_set& error) {
            *failed_ = true;
            if (!error.matches(PyExc_KeyboardInterrupt)) throw;
            PyErr_SetInterrupt();
            return interrupted;
        } catch (...) {
            *failed_ = true;
            throw;
        }
    }

  private:
    static void let_go(PyObject* function) {
        const py::gil_scoped_acquire gil;
        Py_DECREF(function);
    }

    std::shared_ptr<PyObject> function_;
    std::string name_;
    std::atomic<bool>* failed_;
};

/// The Python object of an instance: the one that there is, or else a copy, the same from call to call.
class InstanceInPython {
  public:
    InstanceInPython() = default;
    InstanceInPython(const InstanceInPython&) {}
    InstanceInPython& operator=(const InstanceInPython&) = delete;
    ~InstanceInPython();
    /// Called with the GIL.
    py::object of(const Instance& instance);

  private:
    py::object object_;
    std::uint64_t id_ = 0;
};

/// `improve(instance, start, seed)` in Python. Its answers are checked and measured anew; a longer one gives
/// way to the start.
class PythonOptimiser : public Optimiser {
  public:
    PythonOptimiser(PythonCall call, bool converges) : call_(std::move(call)), converges_(converges) {}
    std::string name() const override { return "python:" + call_.name(); }
    std::unique_ptr<Optimiser> clone() const override { return std::make_unique<PythonOptimiser>(*this); }
    Outcome improve(const Instance& instance, const Start& start, const Budget& budget,
                    Random& random) override;

  private:
    PythonCall call_;
    bool converges_;
    InstanceInPython instance_;
};

/// `score(instance, solutions)` in Python, which no stop ends.
class PythonScorer : public Scorer {
  public:
    explicit PythonScorer(PythonCall call) : call_(std::move(call)) {}
    std::string name() const override { return "python:" + call_.name(); }
    std::unique_ptr<Scorer> clone() const override { return std::make_unique<PythonScorer>(*this); }
    std::vector<double> score(const Instance& instance, std::span<Start> candidates,
                              const Stop& stop) override;

  private:
    PythonCall call_;
    InstanceInPython instance_;
};

/// An optimiser of the library's, or a Python object with `improve`, or a function. Raises TypeError for
/// anything else.
std::unique_ptr<Optimiser> optimiser_from(const py::object& object, std::atomic<bool>& failed);
/// The same for scorers; null for None.
std::unique_ptr<Scorer> scorer_from(const py::object& object, std::atomic<bool>& failed);

}  // namespace l2r::binding
